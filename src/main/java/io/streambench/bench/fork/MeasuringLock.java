package io.streambench.bench.fork;

import io.streambench.config.SettingException;
import io.streambench.files.AtExit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
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
public final class MeasuringLock implements AutoCloseable {
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

  /**
   * A lock that holds nothing: for a run that measures without it, or is part of one that has it.
   */
  private static final MeasuringLock NONE = new MeasuringLock(null, null);

  private final Path file;
  private final FileChannel channel;
  private AtExit removal;

  private MeasuringLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes it, until it is closed or this JVM ends. Taken twice by one JVM it is held once.
   *
   * @param what the thing that is to measure, as it was typed
   * @throws SettingException if another run has it, or JMH's
   */
  public static MeasuringLock take(String what) {
    if (Boolean.getBoolean(IGNORED)) {
      return NONE;
    }
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    MeasuringLock taken = take(what, folder.resolve(OURS));
    if (isTaken(folder.resolve(JMHS))) {
      taken.close();
      throw refused(what, folder.resolve(JMHS));
    }
    return taken;
  }

  /**
   * A file that cannot be locked, since it is somebody else's or the disk is full, is left alone.
   */
  static MeasuringLock take(String what, Path file) {
    if (!OWN.add(file)) {
      return NONE;
    }
    Optional<FileChannel> locked = Optional.empty();
    try {
      locked = locked(what, file);
    } catch (IOException e) {
      // measured without
    } finally {
      if (locked.isEmpty()) {
        OWN.remove(file);
      }
    }
    return locked.map(channel -> removedAtExit(new MeasuringLock(file, channel))).orElse(NONE);
  }

  private static MeasuringLock removedAtExit(MeasuringLock lock) {
    lock.removal = AtExit.run(lock::release);
    return lock;
  }

  private static Optional<FileChannel> locked(String what, Path file) throws IOException {
    while (true) {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      boolean kept = false;
      try {
        if (channel.tryLock() == null) {
          throw refused(what, file);
        }
        kept = isThere(channel, file);
        if (kept) {
          return Optional.of(channel);
        }
      } finally {
        if (!kept) {
          channel.close();
        }
      }
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
        "measure alone: wait for the run that has this lock (JAVA_OPTS=-D"
            + IGNORED
            + "=true measures now, and both figures suffer)",
        file);
  }

  /** Waits until no other call of JMH measures; says so first if there is one. */
  public static void awaitJmhs(Consumer<String> out) throws InterruptedException {
    Path file = Path.of(System.getProperty("java.io.tmpdir"), JMHS);
    if (Boolean.getBoolean(IGNORED) || !isTaken(file)) {
      return;
    }
    out.accept("# waiting: another JMH run holds the lock " + file);
    while (isTaken(file)) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
  }

  /** Returns false also where it cannot be found out: JMH tells when it tries. */
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

  /** Takes the file away while nobody else can have the lock, and lets go of it. */
  @Override
  public void close() {
    if (removal != null) {
      removal.close();
    }
    release();
  }

  private void release() {
    if (channel == null || !channel.isOpen()) {
      return;
    }
    try (channel) {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // the lock goes with the process
    } finally {
      OWN.remove(file);
    }
  }
}
