package io.streambench.cluster;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
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

  private final Path folder;
  private final Path lockFile;
  private final FileChannel channel;
  private final Thread atExit;

  private DataFolder(Path folder, Path lockFile, FileChannel channel) {
    this.folder = folder;
    this.lockFile = lockFile;
    this.channel = channel;
    this.atExit = new Thread(this::delete, "streambench-data-removal");
  }

  /** Clears what dead runs have left under {@code parent} and makes a folder of its own there. */
  public static DataFolder create(Path parent) throws IOException {
    Files.createDirectories(parent);
    clearAbandoned(parent);
    Path folder = Files.createTempDirectory(parent, PREFIX);
    Path lockFile = parent.resolve(folder.getFileName() + LOCK_SUFFIX);
    FileChannel channel =
        FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (channel.tryLock() == null) {
      throw new IOException("another process holds " + lockFile);
    }
    DataFolder data = new DataFolder(folder, lockFile, channel);
    Runtime.getRuntime().addShutdownHook(data.atExit);
    return data;
  }

  /** Removes the folders whose process has died; called by the next run, and safe at any time. */
  public static void clearAbandoned(Path parent) throws IOException {
    if (!Files.isDirectory(parent)) {
      return;
    }
    List<Path> folders;
    try (Stream<Path> all = Files.list(parent)) {
      folders =
          all.filter(Files::isDirectory)
              .filter(path -> path.getFileName().toString().startsWith(PREFIX))
              .toList();
    }
    for (Path folder : folders) {
      Path lockFile = parent.resolve(folder.getFileName() + LOCK_SUFFIX);
      if (abandoned(lockFile)) {
        deleteTree(folder);
        Files.deleteIfExists(lockFile);
      }
    }
  }

  private static boolean abandoned(Path lockFile) throws IOException {
    try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false; // ours, in this very JVM
    } catch (NoSuchFileException e) {
      return true; // killed between making the folder and its lock
    }
  }

  /** Where the data goes. */
  public Path path() {
    return folder;
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      return; // the JVM is on its way out, and the hook is at it
    }
    delete();
  }

  /** What is written while it is being deleted gets another attempt. */
  private void delete() {
    IOException failure = null;
    for (int attempt = 0; attempt < DELETE_ATTEMPTS; attempt++) {
      try {
        deleteTree(folder);
        channel.close();
        Files.deleteIfExists(lockFile);
        return;
      } catch (IOException e) {
        failure = e;
      }
    }
    System.err.println("streambench: could not remove " + folder + ": " + failure);
  }

  private static void deleteTree(Path root) throws IOException {
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
