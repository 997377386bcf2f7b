package io.streambench.base.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Replaces files atomically: readers see either the old or the complete new content. If writing
 * fails, the old file stays and the temporary file is removed. Devices and pipes are written
 * directly.
 */
public final class AtomicFile {
  private static final AtomicLong PART_COUNTER = new AtomicLong();

  @FunctionalInterface
  public interface WriteAction {
    void writeTo(Path file) throws IOException;
  }

  private AtomicFile() {}

  public static void write(Path file, CharSequence text) throws IOException {
    write(file, part -> Files.writeString(part, text));
  }

  public static void write(Path file, WriteAction action) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      action.writeTo(file);
      return;
    }
    Path target = Files.exists(file) ? file.toRealPath() : file; // keeps a symbolic link
    Path part =
        target.resolveSibling(
            ".streambench-"
                + ProcessHandle.current().pid()
                + "-"
                + PART_COUNTER.incrementAndGet()
                + ".part");
    try (ExitHook removal = ExitHook.register(() -> delete(part))) {
      action.writeTo(part);
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static void delete(Path part) {
    try {
      Files.deleteIfExists(part);
    } catch (IOException e) {
      // the JVM is exiting, so nothing more can be done
    }
  }
}
