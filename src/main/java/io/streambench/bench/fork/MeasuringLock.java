package io.streambench.bench.fork;

import io.streambench.config.SettingException;
import io.streambench.files.AtExit;
import io.streambench.files.LockFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The right of one run or study to measure on this machine. JMH's own lock is free between the
 * forks of a study.
 */
public final class MeasuringLock implements AutoCloseable {
  private static final String IGNORED = "jmh.ignoreLock";
  private static final String JMHS = "jmh.lock";
  private static final String OURS = "streambench.lock";
  private static final long LOOK_MILLIS = 1_000;

  private final Optional<LockFile> lock;
  private final Optional<AtExit> removal;

  private MeasuringLock(Optional<LockFile> lock) {
    this.lock = lock;
    this.removal = lock.map(held -> AtExit.run(held::close));
  }

  /** Takes it, until it is closed or this JVM ends. Taken twice by one JVM it is held once. */
  public static MeasuringLock take(String what) {
    if (Boolean.getBoolean(IGNORED)) {
      return new MeasuringLock(Optional.empty());
    }
    MeasuringLock taken = take(what, temporary(OURS));
    if (isTaken(temporary(JMHS))) {
      taken.close();
      throw refused(what, temporary(JMHS));
    }
    return taken;
  }

  private static Path temporary(String name) {
    return Path.of(System.getProperty("java.io.tmpdir"), name);
  }

  /** Measures without a lock where there can be none: on a full disk, or with another's file. */
  static MeasuringLock take(String what, Path file) {
    if (LockFile.isOwn(file)) {
      return new MeasuringLock(Optional.empty());
    }
    Optional<LockFile> lock;
    try {
      lock = LockFile.take(file, false);
    } catch (IOException e) {
      return new MeasuringLock(Optional.empty());
    }
    if (lock.isEmpty()) {
      throw refused(what, file);
    }
    return new MeasuringLock(lock);
  }

  private static SettingException refused(String what, Path file) {
    return new SettingException(
        what,
        "measure alone: wait for the run that has this lock (JAVA_OPTS=-D"
            + IGNORED
            + "=true measures now, and both figures suffer)",
        file);
  }

  /** Waits until no other call of JMH measures; says so first if there is one. */
  public static void awaitJmhs(Consumer<String> out) throws InterruptedException {
    Path file = temporary(JMHS);
    if (Boolean.getBoolean(IGNORED) || !isTaken(file)) {
      return;
    }
    out.accept("# waiting: another JMH run holds the lock " + file);
    while (isTaken(file)) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
  }

  /** Returns false also where it cannot be found out: JMH fails when it tries. */
  static boolean isTaken(Path file) {
    try {
      return !LockFile.ifFree(file, () -> {});
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    removal.ifPresent(AtExit::close);
    lock.ifPresent(LockFile::close);
  }
}
