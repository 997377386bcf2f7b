package io.streambench.base.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A file that one process at a time has locked. Closing removes the file; the operating system lets
 * go of the lock when the process dies.
 */
public final class LockFile implements AutoCloseable {
  private static final int MAX_BYTES = 1 << 16;

  /**
   * Files that this JVM has locked. It must not even open and close one of them again: on POSIX
   * systems that releases the lock.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private LockFile(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  @FunctionalInterface
  public interface Work {
    void run() throws IOException;
  }

  public static boolean isOwn(Path file) {
    return HELD.contains(file);
  }

  /**
   * Locks the file, made if need be; empty if another process has locked it, or this one.
   *
   * @param unique whether no other process chooses that name; then it takes no room on the disk
   */
  public static Optional<LockFile> tryLock(Path file, boolean unique) throws IOException {
    if (!HELD.add(file)) {
      return Optional.empty();
    }
    Optional<LockFile> taken = Optional.empty();
    try {
      boolean free = true;
      while (free && taken.isEmpty()) {
        FileChannel channel = unique ? create(file) : openShared(file);
        try {
          free = channel.tryLock() != null;
          if (free && (unique ? Files.exists(file) : isCurrent(file, channel))) {
            taken = Optional.of(new LockFile(file, channel));
          }
        } finally {
          if (taken.isEmpty()) {
            channel.close();
          }
        }
      }
      return taken;
    } finally {
      if (taken.isEmpty()) {
        HELD.remove(file);
      }
    }
  }

  private static FileChannel create(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /**
   * Opens a file that every user can lock. One that another has made must not be opened as if to
   * make it: many systems forbid that in a temporary folder.
   */
  private static FileChannel openShared(Path file) throws IOException {
    try {
      return FileChannel.open(file, StandardOpenOption.WRITE);
    } catch (NoSuchFileException e) {
      FileChannel channel = create(file);
      if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
      }
      return channel;
    }
  }

  /** The process that had the lock before may have removed the file after it was opened here. */
  private static boolean isCurrent(Path file, FileChannel channel) throws IOException {
    // The size identifies the file: reading it would open and close it.
    int size = ThreadLocalRandom.current().nextInt(1, MAX_BYTES);
    channel.truncate(0);
    channel.write(ByteBuffer.allocate(1), size - 1L); // one block of the disk
    try {
      return Files.size(file) == size;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Does the work with the lock, if no process has it; returns whether it did. */
  public static boolean runIfFree(Path file, Work work) throws IOException {
    if (isOwn(file)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      if (lock == null) {
        return false;
      }
      work.run();
    } catch (OverlappingFileLockException e) {
      return false; // locked by other code of this JVM
    } catch (NoSuchFileException e) {
      work.run();
    }
    return true;
  }

  @Override
  public void close() {
    try (channel) {
      if (channel.isOpen()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // the lock goes with the process
    } finally {
      HELD.remove(file);
    }
  }
}
