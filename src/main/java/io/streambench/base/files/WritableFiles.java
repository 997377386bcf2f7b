package io.streambench.base.files;

import io.streambench.base.Installation;
import io.streambench.base.SettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/** Checks that a command can write its output files, before the command starts. */
public final class WritableFiles {
  private WritableFiles() {}

  /**
   * Throws if an output file is not a writable regular file, equals or lies in one of {@code
   * inputs}, or equals one of {@code others}. Does nothing if {@code file} is null.
   */
  public static void requireWritable(String option, Path file, List<Path> inputs, Path... others) {
    if (file == null) {
      return;
    }
    String reason = reasonNotWritable(file, file.toAbsolutePath().normalize().getParent());
    SettingException.throwIf(
        !reason.isEmpty(), option, "be a file that can be written (" + reason + ")", file);
    for (Path other : others) {
      SettingException.throwIf(
          other != null
              && (absolutePath(file).equals(absolutePath(other)) || isSameOrWithin(file, other)),
          option,
          "be another file than '" + other + "'",
          file);
    }
    for (Path input : inputs) {
      SettingException.throwIf(
          isSameOrWithin(file, input),
          option,
          "be a file that is no part of what is read ('" + input + "')",
          file);
    }
  }

  /** Returns the reason why the file cannot be written; empty if it can be written. */
  private static String reasonNotWritable(Path file, Path folder) {
    boolean exists = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    if (folder == null || file.toString().isEmpty() || Files.isDirectory(file)) {
      return "it is a folder";
    }
    if (!Files.isDirectory(folder)) {
      return "there is no folder " + folder;
    }
    if (folder.startsWith("/dev") && !folder.startsWith("/dev/shm")
        || exists && !Files.isRegularFile(file)) {
      return "it is a device, or a link to nothing";
    }
    try {
      if (!exists) {
        Files.createFile(file);
        Files.delete(file);
      }
      return Files.isWritable(folder) && (!exists || Files.isWritable(file)) ? "" : "no permission";
    } catch (IOException e) {
      return "no permission";
    }
  }

  /** Throws if the folder cannot be created or written to. */
  public static void requireWritableFolder(String option, Path folder) {
    SettingException.throwIf(
        !Installation.isWritable(folder.toAbsolutePath()),
        option,
        "be a folder that can be written",
        folder);
  }

  /** Returns {@code requestedFolder} or, if null, the default folder. Throws if not writable. */
  public static Path resultsFolder(Path requestedFolder) {
    Path results =
        requestedFolder == null ? Installation.moduleFolder().resolve("results") : requestedFolder;
    requireWritableFolder("--results", results);
    return results;
  }

  private static Path absolutePath(Path file) {
    return file.toAbsolutePath().normalize();
  }

  private static boolean isSameOrWithin(Path file, Path input) {
    try {
      boolean exists = Files.exists(file);
      Path real = exists ? file.toRealPath() : file.toAbsolutePath().getParent().toRealPath();
      return real.startsWith(input.toRealPath()) || exists && Files.isSameFile(file, input);
    } catch (IOException e) {
      return false; // a missing file is reported when it is read
    }
  }
}
