package io.streambench.base.files;

import io.streambench.base.Installation;
import io.streambench.base.SettingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The data folder of one run, usually below {@code target/}. The run holds a lock on its folder;
 * later runs remove folders whose lock is free.
 */
public final class DataFolder implements AutoCloseable {
  private static final String FOLDER_PREFIX = "run-";
  private static final String LOCK_SUFFIX = ".lock";
  private static final int DELETE_ATTEMPTS = 5;
  private static final long STOP_TIMEOUT_MILLIS = 2_000;

  private final Path folder;
  private final LockFile lock;
  private volatile Runnable stopWriter = () -> {};
  private Optional<ExitHook> exitHook = Optional.empty();

  private DataFolder(Path folder, LockFile lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /** Returns {@link Installation#dataFolder} or, if not writable, {@link #temporaryParent}. */
  public static Path defaultParent() {
    return writableParent(Installation.dataFolder());
  }

  /** Returns {@code preferred} or, if the user cannot write there, {@link #temporaryParent}. */
  static Path writableParent(Path preferred) {
    return Installation.isWritable(preferred) ? preferred : temporaryParent();
  }

  /** Returns the current user's folder below {@link #diskFolder}. */
  public static Path temporaryParent() {
    return userFolder(diskFolder());
  }

  /** Returns the current user's folder below {@code parent}. */
  public static Path userFolder(Path parent) {
    return parent.resolve("streambench-" + System.getProperty("user.name"));
  }

  /** Returns the temporary folder, or {@code /var/tmp} if the temporary folder is in memory. */
  public static Path diskFolder() {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    Path onDisk = Path.of("/var/tmp");
    return isInMemory(temporary) && Files.isWritable(onDisk) && !isInMemory(onDisk)
        ? onDisk
        : temporary;
  }

  private static boolean isInMemory(Path folder) {
    try {
      return Set.of("tmpfs", "ramfs").contains(Files.getFileStore(folder).type());
    } catch (IOException e) {
      return false; // the first write there reports the problem
    }
  }

  /**
   * Creates a folder below {@code parent}, and removes folders of killed runs from {@code parent}.
   * The new folder is removed when the returned object is closed or the JVM exits normally.
   */
  public static DataFolder create(Path parent) throws IOException {
    DataFolder data = createPersistent(parent);
    data.exitHook = Optional.of(ExitHook.register(data::removeAtExit));
    return data;
  }

  /** Creates a folder as {@link #create} does, but the folder remains when the JVM exits. */
  public static DataFolder createPersistent(Path parent) throws IOException {
    try {
      while (true) {
        Files.createDirectories(parent); // a run that ended may have removed it
        requireOwnership(parent);
        Path lockFile;
        try {
          lockFile = Files.createTempFile(parent, FOLDER_PREFIX, LOCK_SUFFIX);
        } catch (NoSuchFileException e) {
          continue;
        }
        Optional<LockFile> lock = LockFile.tryLock(lockFile, true);
        if (lock.isPresent()) { // otherwise another process has removed the file
          DataFolder data =
              new DataFolder(Files.createDirectory(folderOfLock(lockFile)), lock.get());
          removeAbandonedFolders(parent);
          return data;
        }
      }
    } catch (FileSystemException e) {
      String reason =
          e instanceof AccessDeniedException ? "no permission to write" : "cannot write";
      throw new IOException(reason + " into " + parent, e);
    }
  }

  /** Throws if the user's folder is a symbolic link or belongs to another user. */
  private static void requireOwnership(Path parent) throws IOException {
    Path self = Path.of("/proc/self");
    if (parent.equals(userFolder(parent.getParent()))
        && Files.exists(self) // on macOS each user has a private temporary folder
        && !(Files.isDirectory(parent, LinkOption.NOFOLLOW_LINKS)
            && Files.getOwner(parent, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(self)))) {
      throw new SettingException(
          "java.io.tmpdir", "be a folder where this path is free or yours", parent);
    }
  }

  private static Path folderOfLock(Path lockFile) {
    return lockFile.resolveSibling(lockFile.getFileName().toString().replace(LOCK_SUFFIX, ""));
  }

  /**
   * Removes folders of killed runs; prints a warning for a folder that cannot be removed. A folder
   * without a lock file is abandoned, because the lock file is created first and deleted last.
   */
  private static void removeAbandonedFolders(Path parent) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.list(parent)) {
      all = files.filter(path -> path.getFileName().toString().startsWith(FOLDER_PREFIX)).toList();
    }
    for (Path path : all) {
      Path abandoned = folderOfLock(path);
      Path lockFile = parent.resolve(abandoned.getFileName() + LOCK_SUFFIX);
      try {
        LockFile.runIfFree(
            lockFile,
            () -> {
              remove(abandoned);
              Files.deleteIfExists(lockFile);
            });
      } catch (IOException e) {
        System.err.println("warning: could not clear " + path + ": " + e);
      }
    }
  }

  public Path path() {
    return folder;
  }

  /** Registers an action that runs at the exit of the JVM, before the folder is removed. */
  public void stopBeforeRemoval(Runnable stopAction) {
    stopWriter = stopAction;
  }

  private void removeAtExit() {
    // if the writer takes longer, its last events are lost
    Threads.startAndAwait("streambench-data-writers", stopWriter, STOP_TIMEOUT_MILLIS);
    removeAndUnlock();
    removeTemporaryParent();
  }

  /** Removes the user's temporary folder if it is empty. A folder below {@code target/} stays. */
  private void removeTemporaryParent() {
    Path parent = folder.getParent();
    if (parent.equals(userFolder(parent.getParent()))) {
      try {
        Files.deleteIfExists(parent);
      } catch (IOException e) {
        // another run still uses it
      }
    }
  }

  @Override
  public void close() {
    if (exitHook.isPresent() && !exitHook.get().cancelWork()) {
      return; // the JVM is exiting, and the hook removes the folder
    }
    removeAndUnlock();
    try {
      removeAbandonedFolders(folder.getParent());
    } catch (IOException e) {
      System.err.println("warning: could not look through " + folder.getParent() + ": " + e);
    }
    removeTemporaryParent();
  }

  private void removeAndUnlock() {
    IOException failure = null;
    for (int attempt = 0; attempt < DELETE_ATTEMPTS; attempt++) {
      try {
        remove(folder);
        lock.close();
        return;
      } catch (IOException e) {
        failure = e;
      }
    }
    System.err.println("streambench: could not remove " + folder + ": " + failure);
  }

  /**
   * Removes a folder and its contents, if the folder exists. Never follows links, not even one that
   * another user creates at the same time.
   */
  public static void remove(Path root) throws IOException {
    try (DirectoryStream<Path> parent =
        Files.newDirectoryStream(root.toAbsolutePath().getParent())) {
      if (parent instanceof SecureDirectoryStream<Path> secure) {
        remove(secure, root.getFileName());
      } else {
        removeByPath(root);
      }
    } catch (NoSuchFileException e) {
      // it does not exist, or another process has removed a part
    }
  }

  private static void remove(SecureDirectoryStream<Path> parent, Path name) throws IOException {
    boolean isFolder =
        parent
            .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
            .readAttributes()
            .isDirectory();
    if (!isFolder) {
      parent.deleteFile(name);
      return;
    }
    try (SecureDirectoryStream<Path> folder =
        parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
      for (Path path : folder) {
        try {
          remove(folder, path.getFileName());
        } catch (NoSuchFileException e) {
          // another process has removed or renamed it
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    parent.deleteDirectory(name);
  }

  private static void removeByPath(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
