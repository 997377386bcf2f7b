package io.streambench.config;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Finds the folder of this module on disk. A run from an IDE or another folder thus keeps its data
 * where {@code jmh.sh} keeps it.
 */
public final class Home {
  private Home() {}

  /** The folder {@code target/streambench}, where runs keep their data while they last. */
  public static Path dataFolder() {
    return folder().resolve("target").resolve("streambench");
  }

  /** Whether this user can write there, or make that folder. */
  public static boolean isWritable(Path folder) {
    Path there = folder;
    while (there != null && !Files.exists(there)) {
      there = there.getParent();
    }
    return there != null && Files.isDirectory(there) && Files.isWritable(there);
  }

  /**
   * The folder that holds {@code target/}, found from where this class was loaded ({@code
   * target/classes}, {@code target/benchmarks.jar}, a folder {@code target/solr…}, or a copy in the
   * folder of a run); the current folder if it was loaded from elsewhere.
   */
  public static Path folder() {
    Path from = loadedFrom();
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

  /** The Solr that this class was built with, by the folder that it was loaded from. */
  public static SolrLine solr() {
    Path folder = loadedFrom();
    return Arrays.stream(SolrLine.values())
        .filter(line -> folder != null && folder.endsWith(line.folder()))
        .findFirst()
        .orElse(SolrLine.SOLR_9);
  }

  /** The folder of the jar or of the classes; null if it is no file. */
  private static Path loadedFrom() {
    try {
      return Path.of(Home.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .getParent();
    } catch (URISyntaxException | IllegalArgumentException e) {
      return null;
    }
  }
}
