package io.streambench.config;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

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

  /**
   * The folder that holds {@code target/}, found from where this class was loaded ({@code
   * target/classes}, {@code target/benchmarks.jar} or {@code target/solr10}); the current folder if it was loaded from
   * elsewhere.
   */
  public static Path folder() {
    try {
      Path code = Path.of(Home.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path target = code.getParent();
      if (target != null && target.endsWith(Path.of("target", "solr10"))) {
        target = target.getParent();
      }
      if (target != null && target.endsWith("target") && Files.isDirectory(target)) {
        return target.getParent();
      }
    } catch (URISyntaxException | IllegalArgumentException e) {
      // Loaded from something that is no file: the current folder is as good as any.
    }
    return Path.of("").toAbsolutePath();
  }
}
