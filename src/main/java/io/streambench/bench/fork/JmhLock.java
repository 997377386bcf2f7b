package io.streambench.bench.fork;

import io.streambench.config.SettingException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
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
  private static final int MOST_BYTES = 1 << 16;

  /**
   * Files that this JVM has locked. It must not even open and close one of them another time: on
   * POSIX systems that lets go of the lock.
   */
  private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private JmhLock(Path file, FileChannel channel) {
    this.file = file;
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
      return new JmhLock(null, null);
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
    if (!OWN.add(file)) {
      return new JmhLock(null, null);
    }
    try {
      while (true) {
        FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (channel.tryLock() == null) {
          channel.close();
          OWN.remove(file);
          throw refused(what, file);
        }
        if (isThere(channel, file)) {
          return new JmhLock(file, channel);
        }
        channel.close();
      }
    } catch (IOException e) {
      OWN.remove(file);
      return new JmhLock(null, null);
    }
  }

  /** Whoever had the lock before may have taken the file away after it was opened here. */
  private static boolean isThere(FileChannel channel, Path file) throws IOException {
    // Its size tells: to read it would open and close it.
    int size = ThreadLocalRandom.current().nextInt(1, MOST_BYTES);
    channel.truncate(0);
    channel.write(ByteBuffer.allocate(size), 0);
    try {
      return Files.size(file) == size;
    } catch (NoSuchFileException e) {
      return false;
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

  /** Takes the file away while nobody else can have the lock. */
  @Override
  public void close() {
    if (channel == null) {
      return;
    }
    try {
      Files.deleteIfExists(file);
      channel.close();
    } catch (IOException e) {
      // the lock goes with the process
    } finally {
      OWN.remove(file);
    }
  }
}
