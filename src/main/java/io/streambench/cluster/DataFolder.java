package io.streambench.cluster;

import io.streambench.config.Home;
import io.streambench.files.AtExit;
import io.streambench.files.LockFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A folder of one run's own, usually below {@code target/}. A lock identifies the folders of runs
 * that are alive; those of killed runs are removed by the next run.
 */
public final class DataFolder implements AutoCloseable {
  private static final String PREFIX = "run-";
  private static final String LOCK_SUFFIX = ".lock";
  private static final int DELETE_ATTEMPTS = 5;
  private static final long STOP_MILLIS = 2_000;

  private final Path folder;
  private final LockFile lock;
  private volatile Runnable stopWriter = () -> {};
  private Optional<AtExit> atExit = Optional.empty();

  private DataFolder(Path folder, LockFile lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /**
   * Where runs keep their data: below {@code target/}, or in a temporary folder of the user's own
   * where this user cannot write there.
   */
  public static Path place() {
    Path usual = Home.dataFolder();
    return Home.isWritable(usual) ? usual : temporary();
  }

  /** This user's folder below {@link #disk}. */
  public static Path temporary() {
    return ownFolder(disk());
  }

  /** The name that this user's folder has below another. */
  public static Path ownFolder(Path parent) {
    return parent.resolve("streambench-" + System.getProperty("user.name"));
  }

  /** The temporary folder, or {@code /var/tmp} if that one takes its room from the memory. */
  public static Path disk() {
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
      return false; // who writes there reports what is wrong with it
    }
  }

  /**
   * Clears what dead runs have left under {@code parent} and makes a folder of its own there, which
   * is removed when it is closed or when the JVM ends in order.
   */
  public static DataFolder create(Path parent) throws IOException {
    DataFolder data = createKept(parent);
    data.atExit = Optional.of(AtExit.run(data::exit));
    return data;
  }

  /** Does the same as {@link #create}, but the folder stays at the JVM's end. */
  public static DataFolder createKept(Path parent) throws IOException {
    try {
      Files.createDirectories(parent);
      clearAbandoned(parent);
      while (true) {
        Files.createDirectories(parent); // a temporary one goes with the run that was in it
        Path lockFile;
        try {
          lockFile = Files.createTempFile(parent, PREFIX, LOCK_SUFFIX);
        } catch (NoSuchFileException e) {
          continue;
        }
        Optional<LockFile> lock = LockFile.take(lockFile, true);
        if (lock.isPresent()) { // or another process took it for a leftover
          return new DataFolder(Files.createDirectory(folderOf(lockFile)), lock.get());
        }
      }
    } catch (AccessDeniedException e) {
      throw new IOException("no permission to write into " + parent, e);
    }
  }

  private static Path folderOf(Path lockFile) {
    return lockFile.resolveSibling(lockFile.getFileName().toString().replace(LOCK_SUFFIX, ""));
  }

  /**
   * Removes what dead runs have left, and names what cannot be removed. A lock file is made before
   * its folder and removed after it, so a folder without one is a leftover.
   */
  private static void clearAbandoned(Path parent) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.list(parent)) {
      all = files.filter(path -> path.getFileName().toString().startsWith(PREFIX)).toList();
    }
    for (Path path : all) {
      Path left = folderOf(path);
      Path lockFile = parent.resolve(left.getFileName() + LOCK_SUFFIX);
      try {
        LockFile.ifFree(
            lockFile,
            () -> {
              remove(left);
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

  /** Names what writes into the folder all the time: it is stopped first at the JVM's end. */
  public void writtenBy(Runnable stop) {
    stopWriter = stop;
  }

  private void exit() {
    Thread stopping = new Thread(stopWriter, "streambench-data-writers");
    stopping.setDaemon(true);
    stopping.start();
    try {
      stopping.join(STOP_MILLIS); // one that is busy for longer loses its last events
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      delete();
      removeTemporaryParent();
    }
  }

  /** Below {@code target/} it stays. */
  private void removeTemporaryParent() {
    Path parent = folder.getParent();
    if (parent.equals(ownFolder(parent.getParent()))) {
      try {
        Files.deleteIfExists(parent);
      } catch (IOException e) {
        // another run has its own in it
      }
    }
  }

  @Override
  public void close() {
    if (atExit.isPresent() && !atExit.get().cancel()) {
      return; // the JVM is ending, and the hook removes the folder
    }
    delete();
    try {
      clearAbandoned(folder.getParent());
    } catch (IOException e) {
      System.err.println("warning: could not look through " + folder.getParent() + ": " + e);
    }
    removeTemporaryParent();
  }

  private void delete() {
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

  /** Removes a folder with all that is in it; one that is gone already is no error. */
  public static void remove(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
