package io.streambench.bench.fork;

import io.streambench.config.SettingException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The right to measure on this machine, which one run or study at a time has from its beginning to
 * its end. JMH has a lock, too, and takes it for each call of its runner alone: between the forks
 * of a study it is free.
 */
public final class JmhLock implements AutoCloseable {
  private static final String IGNORED = "jmh.ignoreLock";
  private static final String JMHS = "jmh.lock";
  private static final String OURS = "streambench.lock";
  private static final long LOOK_MILLIS = 1_000;

  private final FileChannel channel;

  private JmhLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes it, until it is closed or this JVM ends. Taken twice by one JVM it is held once.
   *
   * @param what the thing that is to measure, as it was typed
   * @throws SettingException if another run has it, or JMH's
   */
  public static JmhLock take(String what) {
    if (Boolean.getBoolean(IGNORED)) {
      return new JmhLock(null);
    }
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    JmhLock taken = take(what, folder.resolve(OURS));
    if (isTaken(folder.resolve(JMHS))) {
      taken.close();
      throw refused(what, folder.resolve(JMHS));
    }
    return taken;
  }

  /**
   * A file that cannot be locked, since it is somebody else's or the disk is full, is left alone.
   */
  static JmhLock take(String what, Path file) {
    FileChannel channel = null;
    try {
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (channel.tryLock() == null) {
        channel.close();
        throw refused(what, file);
      }
      return new JmhLock(channel);
    } catch (OverlappingFileLockException e) {
      return new JmhLock(null); // this JVM has it
    } catch (IOException e) {
      return new JmhLock(channel);
    }
  }

  private static SettingException refused(String what, Path file) {
    return new SettingException(
        what,
        "measure alone, and another run has the lock (JAVA_OPTS=-D"
            + IGNORED
            + "=true measures beside it)",
        file);
  }

  /** Waits until no other call of JMH measures; says so first if there is one. */
  public static void awaitJmhs(Consumer<String> out) throws InterruptedException {
    Path file = Path.of(System.getProperty("java.io.tmpdir"), JMHS);
    if (Boolean.getBoolean(IGNORED) || !isTaken(file)) {
      return;
    }
    out.accept("# another run of JMH has the lock " + file + ": waiting for its end");
    while (isTaken(file)) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
  }

  /** What cannot be found out here, JMH tells when it tries. */
  static boolean isTaken(Path file) {
    if (!Files.isWritable(file)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      return lock == null;
    } catch (OverlappingFileLockException e) {
      return true; // by this JVM
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        // the lock goes with the process
      }
    }
  }
}
