package io.streambench.bench.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.SettingException;
import java.io.File;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasuringLockTest {
  @TempDir Path folder;

  @Test
  void isTakenAsLongAsSomebodyHoldsItAndNotByTheFileThatIsLeft() throws Exception {
    Path file = folder.resolve("jmh.lock");
    assertThat(MeasuringLock.isLocked(file)).isFalse();
    Files.createFile(file);
    assertThat(MeasuringLock.isLocked(file)).isFalse();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      assertThat(lock.isValid()).isTrue();
      assertThat(MeasuringLock.isLocked(file)).isTrue();
    }
    assertThat(MeasuringLock.isLocked(file)).isFalse();
  }

  /** Asked of another process: a JVM knows its own locks. */
  @Test
  void aRunHasItFromItsBeginningToItsEnd() throws Exception {
    Path file = folder.resolve("streambench.lock");
    MeasuringLock lock = MeasuringLock.acquire("study", file);
    MeasuringLock.acquire("a part of it in the same JVM", file).close();
    assertThat(othersMayMeasure()).isFalse();
    lock.close();
    assertThat(othersMayMeasure()).isTrue();
    // a file of one user must not let the others measure without a lock
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-rw-rw-");
  }

  private boolean othersMayMeasure() throws Exception {
    Process other =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                "target/classes" + File.pathSeparator + "target/test-classes",
                Attempt.class.getName())
            .inheritIO()
            .start();
    return other.waitFor() == 0;
  }

  /** A process that would like to measure: status 0 if it may. */
  static final class Attempt {
    private Attempt() {}

    public static void main(String[] arguments) {
      int status = 0;
      try (MeasuringLock lock = MeasuringLock.acquire("attempt")) {
        status = lock == null ? 2 : 0;
      } catch (SettingException e) {
        status = 1;
      }
      System.exit(status);
    }
  }

  @Test
  void whereNoLockCanBeMadeARunGoesOn() {
    MeasuringLock.acquire("study", folder.resolve("none/streambench.lock")).close();
  }

  @Test
  void whatCannotBeAskedIsLeftToJmh() {
    assertThat(MeasuringLock.isLocked(folder)).isFalse();
    assertThat(MeasuringLock.isLocked(folder.resolve("none/jmh.lock"))).isFalse();
  }
}
