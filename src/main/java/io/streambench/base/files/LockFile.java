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
 * A file that only one process can lock at a time. Closing this deletes the file. If the process
 * dies, the operating system releases the lock.
 */
public final class LockFile implements AutoCloseable {
  private static final int MAX_BYTES = 1 << 16;

  /**
   * Files that this JVM has locked. Opening and closing such a file again would release the lock on
   * POSIX systems.
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
   * Locks the file, creating it if necessary. Empty if another process, or this one, holds the
   * lock.
   *
   * @param unique whether no other process uses this file name; the file then stays empty
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
   * Opens a file that every user can lock. A file of another user must not be opened with the
   * option to create it: many systems forbid that in a temporary folder.
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

  /**
   * Returns whether the file still exists; its previous owner may have deleted it after this
   * process opened it.
   */
  private static boolean isCurrent(Path file, FileChannel channel) throws IOException {
    // The size identifies the file, because opening it again to read it would release the lock.
    int size = ThreadLocalRandom.current().nextInt(1, MAX_BYTES);
    channel.truncate(0);
    channel.write(ByteBuffer.allocate(1), size - 1L); // one block of the disk
    try {
      return Files.size(file) == size;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /**
   * Runs the work while holding the lock, if the lock is free. Returns whether the work was run.
   */
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
      // the operating system releases the lock when the process ends
    } finally {
      HELD.remove(file);
    }
  }
}
