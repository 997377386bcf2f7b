package io.streambench.bench.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasuringLockTest {
  @TempDir Path folder;

  @Test
  void isTakenAsLongAsSomebodyHoldsItAndNotByTheFileThatIsLeft() throws Exception {
    Path file = folder.resolve("jmh.lock");
    assertThat(MeasuringLock.isTaken(file)).isFalse();
    Files.createFile(file);
    assertThat(MeasuringLock.isTaken(file)).isFalse();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      assertThat(lock.isValid()).isTrue();
      assertThat(MeasuringLock.isTaken(file)).isTrue();
    }
    assertThat(MeasuringLock.isTaken(file)).isFalse();
  }

  /** Asked of another process: a JVM knows its own locks. */
  @Test
  void aRunHasItFromItsBeginningToItsEndAndLeavesNoFile() throws Exception {
    Path file = folder.resolve("streambench.lock");
    MeasuringLock lock = MeasuringLock.take("study", file);
    MeasuringLock.take("a part of it in the same JVM", file).close();
    assertThat(othersMayMeasure()).isFalse();
    lock.close();
    assertThat(folder).isEmptyDirectory();
    assertThat(othersMayMeasure()).isTrue();
    assertThat(folder).isEmptyDirectory();
  }

  private boolean othersMayMeasure() throws Exception {
    Process other =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                "target/classes" + File.pathSeparator + "target/test-classes",
                MeasuringAttempt.class.getName())
            .inheritIO()
            .start();
    return other.waitFor() == 0;
  }

  @Test
  void whereNoLockCanBeMadeARunGoesOn() {
    MeasuringLock.take("study", folder.resolve("none/streambench.lock")).close();
  }

  @Test
  void whatCannotBeAskedIsLeftToJmh() {
    assertThat(MeasuringLock.isTaken(folder)).isFalse();
    assertThat(MeasuringLock.isTaken(folder.resolve("none/jmh.lock"))).isFalse();
  }
}
