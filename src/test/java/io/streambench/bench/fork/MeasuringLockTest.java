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
  void isLockedOnlyWhileHeld() throws Exception {
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

  /** Tries the lock in another process, because a JVM recognizes its own locks. */
  @Test
  void runHoldsLockUntilClosed() throws Exception {
    Path file = folder.resolve("streambench.lock");
    MeasuringLock lock = MeasuringLock.acquire("study", file);
    MeasuringLock.acquire("a part of it in the same JVM", file).close();
    assertThat(canOtherProcessMeasure()).isFalse();
    lock.close();
    assertThat(canOtherProcessMeasure()).isTrue();
    // another user's file must not let others measure without a lock
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-rw-rw-");
  }

  private boolean canOtherProcessMeasure() throws Exception {
    Process other =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                "target/classes" + File.pathSeparator + "target/test-classes",
                LockAttempt.class.getName())
            .inheritIO()
            .start();
    return other.waitFor() == 0;
  }

  /** A program that tries to take the lock. It exits with status 0 if it succeeds. */
  static final class LockAttempt {
    private LockAttempt() {}

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
  void runContinuesIfLockFileCannotBeCreated() {
    MeasuringLock.acquire("study", folder.resolve("none/streambench.lock")).close();
  }

  @Test
  void treatsUncheckableLocksAsUnlocked() {
    assertThat(MeasuringLock.isLocked(folder)).isFalse();
    assertThat(MeasuringLock.isLocked(folder.resolve("none/jmh.lock"))).isFalse();
  }
}
