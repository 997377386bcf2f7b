package io.streambench.cli;

import io.streambench.config.Home;
import io.streambench.config.SettingException;
import io.streambench.files.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/** Files that a verb will write when its work is done, looked at before it begins. */
final class Writable {
  private Writable() {}

  /**
   * Throws if the file cannot be written, or if what is there already is no plain file or is part
   * of the inputs, or if another option names it. Links are followed first. A null file is one that
   * was not asked for.
   */
  static void require(String option, Path file, List<Path> inputs, Path... others) {
    if (file == null) {
      return;
    }
    Path folder = file.toAbsolutePath().getParent();
    boolean there = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    if (there && !(Files.isRegularFile(file) && Files.isWritable(file))
        || folder == null
        || !Files.isWritable(folder)) {
      throw new SettingException(option, "be a file that can be written", file);
    }
    try {
      WholeFile.tryOut(file);
    } catch (IOException e) {
      throw new SettingException(
          option, "be a file that can be written (" + e.getMessage() + ")", file);
    }
    for (Path other : others) {
      if (other != null && (absolute(file).equals(absolute(other)) || touches(file, other))) {
        throw new SettingException(option, "be another file than '" + other + "'", file);
      }
    }
    for (Path input : inputs) {
      if (touches(file, input)) {
        throw new SettingException(
            option, "be a file that is no part of what is read ('" + input + "')", file);
      }
    }
  }

  /** Throws if no folder can be made there, or nothing in it. */
  static void requireFolder(String option, Path folder) {
    Path there = folder.toAbsolutePath();
    while (there != null && !Files.exists(there)) {
      there = there.getParent();
    }
    if (there == null || !Files.isDirectory(there) || !Files.isWritable(there)) {
      throw new SettingException(option, "be a folder that can be written", folder);
    }
  }

  /** The folder that {@code --results} names, or the one of this checkout. */
  static Path results(Path named) {
    Path results = named == null ? Home.folder().resolve("results") : named;
    requireFolder("--results", results);
    return results;
  }

  private static Path absolute(Path file) {
    return file.toAbsolutePath().normalize();
  }

  private static boolean touches(Path file, Path input) {
    try {
      boolean there = Files.exists(file);
      Path real = there ? file.toRealPath() : file.toAbsolutePath().getParent().toRealPath();
      return real.startsWith(input.toRealPath()) || there && Files.isSameFile(file, input);
    } catch (IOException e) {
      return false; // who reads it reports what is not there
    }
  }
}
