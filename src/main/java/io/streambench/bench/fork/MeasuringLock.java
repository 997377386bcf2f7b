package io.streambench.bench.fork;

import io.streambench.base.SettingException;
import io.streambench.base.files.LockFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A lock that lets only one run or study measure on this machine at a time. JMH's own lock does not
 * suffice, since it is free between the forks of a study.
 */
public record MeasuringLock(Optional<LockFile> lock) implements AutoCloseable {
  private static final String IGNORE_LOCK_PROPERTY = "jmh.ignoreLock";
  private static final String JMH_LOCK_FILE = "jmh.lock";
  private static final String LOCK_FILE = "streambench.lock";
  private static final long POLL_MILLIS = 1_000;

  /**
   * Acquires the lock, which is then held until the returned object is closed or this JVM exits.
   * Throws if another run or study holds the lock. Acquiring the lock again in the same JVM has no
   * effect.
   */
  public static MeasuringLock acquire(String setting) {
    if (Boolean.getBoolean(IGNORE_LOCK_PROPERTY)) {
      return new MeasuringLock(Optional.empty());
    }
    MeasuringLock taken = acquire(setting, temporaryFile(LOCK_FILE));
    if (isLocked(temporaryFile(JMH_LOCK_FILE))) {
      taken.close();
      throw alreadyMeasuringException(setting, temporaryFile(JMH_LOCK_FILE));
    }
    return taken;
  }

  private static Path temporaryFile(String name) {
    return Path.of(System.getProperty("java.io.tmpdir"), name);
  }

  /**
   * Acquires the lock. If the file cannot be created or opened, returns a lock that has no effect.
   */
  static MeasuringLock acquire(String setting, Path file) {
    if (LockFile.isHeld(file)) {
      return new MeasuringLock(Optional.empty());
    }
    Optional<LockFile> lock;
    try {
      lock = LockFile.tryLock(file, false);
    } catch (IOException e) {
      return new MeasuringLock(Optional.empty());
    }
    if (lock.isEmpty()) {
      throw alreadyMeasuringException(setting, file);
    }
    return new MeasuringLock(lock);
  }

  private static SettingException alreadyMeasuringException(String setting, Path file) {
    return new SettingException(
        setting,
        "measure alone: wait for the run that has this lock (JAVA_OPTS=-D"
            + IGNORE_LOCK_PROPERTY
            + "=true measures now, and both figures suffer)",
        file);
  }

  /** Waits until no other JMH run is measuring; if it must wait, prints a line to {@code out}. */
  public static void awaitOtherJmhRuns(Consumer<String> out) throws InterruptedException {
    Path file = temporaryFile(JMH_LOCK_FILE);
    if (Boolean.getBoolean(IGNORE_LOCK_PROPERTY) || !isLocked(file)) {
      return;
    }
    out.accept("# waiting: another JMH run holds the lock " + file);
    while (isLocked(file)) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  /** Returns whether the file is locked. Returns false if the file cannot be opened. */
  static boolean isLocked(Path file) {
    try {
      return !LockFile.runIfFree(file, () -> {});
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    lock.ifPresent(LockFile::close);
  }
}
