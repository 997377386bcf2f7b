package io.streambench.cluster;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * A folder of one run's own, below {@code target/}. A lock, which the operating system lets go when
 * its process dies in whatever way, tells it from one that a killed run has left; those are cleared
 * by the next run.
 */
public final class DataFolder implements AutoCloseable {
  private static final String PREFIX = "run-";
  private static final String LOCK_SUFFIX = ".lock";
  private static final int DELETE_ATTEMPTS = 5;
  private static final long STOP_MILLIS = 2_000;

  /**
   * Locks of this JVM. It must not even open and close one of these files another time: on POSIX
   * systems that lets go of the lock.
   */
  private static final Set<Path> OWN_LOCKS = ConcurrentHashMap.newKeySet();

  private final Path folder;
  private final Path lockFile;
  private final FileChannel channel;
  private final Thread atExit;
  private final List<Runnable> writers = new CopyOnWriteArrayList<>();
  private boolean goesAtExit;

  private DataFolder(Path folder, Path lockFile, FileChannel channel) {
    this.folder = folder;
    this.lockFile = lockFile;
    this.channel = channel;
    this.atExit = new Thread(this::exit, "streambench-data-removal");
  }

  /**
   * Clears what dead runs have left under {@code parent} and makes a folder of its own there, which
   * goes when it is closed or when the JVM ends in order.
   */
  public static DataFolder create(Path parent) throws IOException {
    DataFolder data = createKept(parent);
    data.goesAtExit = true;
    Runtime.getRuntime().addShutdownHook(data.atExit);
    return data;
  }

  /**
   * Does the same as {@link #create}, but the folder stays at the JVM's end. Somebody reads and
   * closes it then.
   */
  public static DataFolder createKept(Path parent) throws IOException {
    try {
      return kept(parent);
    } catch (AccessDeniedException e) {
      throw new IOException("no permission to write into " + parent, e);
    }
  }

  private static DataFolder kept(Path parent) throws IOException {
    Files.createDirectories(parent);
    clearAbandoned(parent);
    while (true) {
      Path lockFile = Files.createTempFile(parent, PREFIX, LOCK_SUFFIX);
      OWN_LOCKS.add(lockFile);
      FileChannel channel =
          FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (channel.tryLock() != null && Files.exists(lockFile)) {
        String name = lockFile.getFileName().toString().replace(LOCK_SUFFIX, "");
        return new DataFolder(Files.createDirectory(parent.resolve(name)), lockFile, channel);
      }
      channel.close(); // another process took it for a leftover before it was locked
    }
  }

  /**
   * Folders under {@code parent} that runs have left whose process has died; the next {@link
   * #create} clears them. None if there is no such parent.
   */
  public static List<Path> abandonedIn(Path parent) throws IOException {
    if (!Files.isDirectory(parent)) {
      return List.of();
    }
    List<Path> abandoned = new ArrayList<>();
    for (Path path : all(parent)) {
      if (Files.isDirectory(path)
          && abandoned(path.resolveSibling(path.getFileName() + LOCK_SUFFIX))) {
        abandoned.add(path);
      }
    }
    return abandoned;
  }

  private static List<Path> all(Path parent) throws IOException {
    try (Stream<Path> files = Files.list(parent)) {
      return files.filter(path -> path.getFileName().toString().startsWith(PREFIX)).toList();
    }
  }

  /** Removes what runs have left whose process has died; what cannot be removed is named. */
  private static void clearAbandoned(Path parent) throws IOException {
    for (Path path : all(parent)) {
      String name = path.getFileName().toString().replace(LOCK_SUFFIX, "");
      Path lockFile = parent.resolve(name + LOCK_SUFFIX);
      try {
        ifAbandoned(
            lockFile,
            () -> {
              remove(parent.resolve(name));
              Files.deleteIfExists(lockFile);
            });
      } catch (IOException e) {
        System.err.println("warning: could not clear " + path + ": " + e);
      }
    }
  }

  /** Done to a leftover. */
  @FunctionalInterface
  private interface Clearing {
    void run() throws IOException;
  }

  private static boolean abandoned(Path lockFile) throws IOException {
    return ifAbandoned(lockFile, () -> {});
  }

  /**
   * A lock file is made before its folder and removed after it, so one without is a leftover. The
   * lock is held meanwhile: whoever has made the file and not locked it yet must see it gone.
   */
  private static boolean ifAbandoned(Path lockFile, Clearing clearing) throws IOException {
    if (OWN_LOCKS.contains(lockFile)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      if (lock == null) {
        return false;
      }
      clearing.run();
    } catch (NoSuchFileException e) {
      clearing.run();
    }
    return true;
  }

  /** The folder into which the run writes its data. */
  public Path path() {
    return folder;
  }

  /**
   * Names what writes into the folder all the time: at the JVM's end it is stopped before the
   * folder goes, if nobody has stopped it by then.
   */
  public void writtenBy(Runnable stop) {
    writers.add(stop);
  }

  private void exit() {
    Thread stopping = new Thread(() -> writers.forEach(Runnable::run), "streambench-data-writers");
    stopping.setDaemon(true);
    stopping.start();
    try {
      stopping.join(STOP_MILLIS); // one that is busy for longer loses its last events
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      delete();
    }
  }

  /** Removes the folder, and what others have left meanwhile whose process has died. */
  @Override
  public void close() {
    if (goesAtExit) {
      try {
        Runtime.getRuntime().removeShutdownHook(atExit);
      } catch (IllegalStateException e) {
        return; // the JVM is on its way out, and the hook is at it
      }
    }
    delete();
    try {
      clearAbandoned(folder.getParent());
    } catch (IOException e) {
      System.err.println("warning: could not look through " + folder.getParent() + ": " + e);
    }
  }

  /** Deletes the folder. Files that are written meanwhile get another attempt. */
  private void delete() {
    IOException failure = null;
    for (int attempt = 0; attempt < DELETE_ATTEMPTS; attempt++) {
      try {
        remove(folder);
        Files.deleteIfExists(lockFile);
        channel.close();
        OWN_LOCKS.remove(lockFile);
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
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, IOException e) throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
