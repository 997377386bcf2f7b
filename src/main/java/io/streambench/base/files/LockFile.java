package io.streambench.base.files;

import java.io.IOException;
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

/**
 * A file that only one process can lock at a time. If the process dies, the operating system
 * releases the lock. A file that several processes share is never deleted, since deleting it would
 * let one process lock the old file and another process the new one. JMH does not delete its lock
 * file either.
 */
public final class LockFile implements AutoCloseable {
  /**
   * Files that this JVM has locked. Opening and closing such a file again would release the lock on
   * POSIX systems.
   */
  private static final Set<Path> HELD_FILES = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;
  private final boolean deleteOnClose;

  private LockFile(Path file, FileChannel channel, boolean deleteOnClose) {
    this.file = file;
    this.channel = channel;
    this.deleteOnClose = deleteOnClose;
  }

  @FunctionalInterface
  public interface Work {
    void run() throws IOException;
  }

  public static boolean isHeld(Path file) {
    return HELD_FILES.contains(file);
  }

  /**
   * Locks the file, creating it if necessary. Empty if another process, or this one, holds the
   * lock.
   *
   * @param unique whether no other process uses this file name; such a file is deleted on close
   */
  public static Optional<LockFile> tryLock(Path file, boolean unique) throws IOException {
    if (!HELD_FILES.add(file)) {
      return Optional.empty();
    }
    FileChannel channel = null;
    boolean locked = false;
    try {
      channel = unique ? create(file) : openShared(file);
      locked = channel.tryLock() != null && Files.exists(file); // else it was removed as a leftover
      return locked ? Optional.of(new LockFile(file, channel, unique)) : Optional.empty();
    } finally {
      if (!locked) {
        HELD_FILES.remove(file);
        if (channel != null) {
          channel.close();
        }
      }
    }
  }

  private static FileChannel create(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /**
   * Opens a file that every user can lock. A file of another user must not be opened with the
   * option to create it, because many systems forbid that in a temporary folder.
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
   * Runs the work while holding the lock, if the lock is free. Returns whether the work was run.
   */
  public static boolean runIfFree(Path file, Work work) throws IOException {
    if (isHeld(file)) {
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
      if (deleteOnClose && channel.isOpen()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // the operating system releases the lock when the process ends
    } finally {
      HELD_FILES.remove(file);
    }
  }
}
