package io.streambench.base;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Finds this module's folder on disk, so that a run from an IDE or another folder keeps its data
 * where {@code jmh.sh} does.
 */
public final class Installation {
  private Installation() {}

  /** The folder {@code target/streambench}, which holds the temporary data of runs. */
  public static Path dataFolder() {
    return moduleFolder().resolve("target").resolve("streambench");
  }

  /** Returns whether the current user can write to this folder, or can create it. */
  public static boolean isWritable(Path folder) {
    Path ancestor = folder;
    while (ancestor != null && !Files.exists(ancestor)) {
      ancestor = ancestor.getParent();
    }
    return ancestor != null && Files.isDirectory(ancestor) && Files.isWritable(ancestor);
  }

  /**
   * The folder that holds {@code target/}, found from where this class was loaded ({@code
   * target/classes}, {@code target/benchmarks.jar}, a folder {@code target/solr…}, or a copy in the
   * folder of a run); the current folder if it was loaded from elsewhere.
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

  /** Returns whether this class was loaded from a folder with this name. */
  public static boolean isLoadedFrom(String name) {
    Path folder = codeFolder();
    return folder != null && folder.endsWith(name);
  }

  /** The parent of this class's jar or class folder; null if the class is not from a file. */
  private static Path codeFolder() {
    try {
      return Path.of(Installation.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .getParent();
    } catch (URISyntaxException | IllegalArgumentException e) {
      return null;
    }
  }
}
