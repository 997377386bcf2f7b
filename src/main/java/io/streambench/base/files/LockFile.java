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
 * A file that only one process can lock at a time. The operating system releases the lock when the
 * process ends. A lock file that several processes share is never deleted. Otherwise, one process
 * could lock the deleted file while another process locks a new file of the same name.
 */
public final class LockFile implements AutoCloseable {
  /**
   * The files that this JVM has locked. This JVM must not open these files again: on POSIX systems,
   * closing any channel of a file releases the lock.
   */
  private static final Set<Path> HELD_FILES = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;
  private final boolean isDeletedOnClose;

  private LockFile(Path file, FileChannel channel, boolean isDeletedOnClose) {
    this.file = file;
    this.channel = channel;
    this.isDeletedOnClose = isDeletedOnClose;
  }

  @FunctionalInterface
  public interface Work {
    void run() throws IOException;
  }

  public static boolean isHeld(Path file) {
    return HELD_FILES.contains(file);
  }

  /**
   * Locks the file, creating it if necessary. Returns empty if this or another process holds the
   * lock.
   *
   * @param isUnique whether the file belongs to this process alone and is to be deleted on close
   */
  public static Optional<LockFile> tryLock(Path file, boolean isUnique) throws IOException {
    if (!HELD_FILES.add(file)) {
      return Optional.empty();
    }
    FileChannel channel = null;
    boolean isLocked = false;
    try {
      channel = isUnique ? create(file) : openShared(file);
      isLocked = channel.tryLock() != null && Files.exists(file); // else another process removed it
      return isLocked ? Optional.of(new LockFile(file, channel, isUnique)) : Optional.empty();
    } finally {
      if (!isLocked) {
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
   * Opens a lock file that all users share. An existing file is opened without {@code CREATE},
   * which many systems forbid for other users' files in a temporary folder.
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

  /** Runs the work under the lock if the lock is free. Returns whether the work was run. */
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
      if (isDeletedOnClose && channel.isOpen()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // the operating system releases the lock when the process ends
    } finally {
      HELD_FILES.remove(file);
    }
  }
}
