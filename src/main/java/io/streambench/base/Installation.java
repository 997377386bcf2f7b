package io.streambench.base;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Locates the project's folder, so that a run from an IDE uses the same data folder as {@code
 * jmh.sh}.
 */
public final class Installation {
  private Installation() {}

  /** Returns {@code target/streambench}, the folder for temporary data of runs. */
  public static Path dataFolder() {
    return moduleFolder().resolve("target").resolve("streambench");
  }

  /** Returns whether the current user can write to or create {@code folder}. */
  public static boolean isWritable(Path folder) {
    Path ancestor = folder;
    while (ancestor != null && !Files.exists(ancestor)) {
      ancestor = ancestor.getParent();
    }
    return ancestor != null && Files.isDirectory(ancestor) && Files.isWritable(ancestor);
  }

  /**
   * Returns the parent of the {@code target/} folder from which this class was loaded. Returns the
   * current folder if this class was not loaded from a {@code target/} folder.
   */
  public static Path moduleFolder() {
    Path from = codeFolder();
    Path target = from == null || from.endsWith("target") ? from : from.getParent();
    while (from != null && !from.endsWith(Path.of("target", "streambench"))) {
      from = from.getParent();
    }
    if (target != null && !target.endsWith("target") && from != null) {
      target = from.getParent();
    }
    return target != null && target.endsWith("target") && Files.isDirectory(target)
        ? target.getParent()
        : Path.of("").toAbsolutePath();
  }

  /** Returns whether this class's jar or class folder lies in a folder named {@code name}. */
  public static boolean isLoadedFrom(String name) {
    Path folder = codeFolder();
    return folder != null && folder.endsWith(name);
  }

  /** Returns the folder that contains this class's jar or class folder; null if there is none. */
  private static Path codeFolder() {
    try {
      return Path.of(Installation.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .getParent();
    } catch (URISyntaxException | IllegalArgumentException e) {
      return null;
    }
  }
}
