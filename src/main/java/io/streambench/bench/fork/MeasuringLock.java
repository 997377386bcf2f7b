package io.streambench.bench.fork;

import io.streambench.base.SettingException;
import io.streambench.base.files.AtExit;
import io.streambench.base.files.LockFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Lets only one run or study measure on this machine at a time. JMH's own lock does not suffice,
 * since it is free between the forks of a study.
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

  /** Takes the lock until it is closed or this JVM exits; a second one here has no effect. */
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

  /** Continues without a lock if none can be taken: disk full, or another user's file. */
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

  /** Waits until no other JMH run measures; reports the wait first. */
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

  /** Also returns false if the lock cannot be checked: JMH itself will fail then. */
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
