package io.streambench.strategy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The jar that contains only the repair, as {@code ./mvnw package} builds it. */
public final class ClientJar {
  private ClientJar() {}

  /**
   * Returns the path of the jar. There is only one, because the build removes jars of other
   * versions.
   */
  public static Path path() throws IOException {
    List<Path> found = findJars(Path.of("target"), "streambench-client-\\d.*\\.jar");
    if (found.size() != 1) {
      throw new IllegalStateException("./mvnw package makes one client jar, found " + found);
    }
    return found.get(0).toAbsolutePath();
  }

  /**
   * Returns the jars that every program with SolrJ has: SolrJ itself, Jetty's client, and SLF4J.
   */
  static List<Path> solrJJars() throws IOException {
    return findJars(
        Path.of("target", "lib"),
        "(solr-solrj|jetty-(client|http|io|util|alpn-(client|java-client))|slf4j-api"
            + "|http2-(client|common|hpack|http-client-transport))-\\d.*\\.jar");
  }

  private static List<Path> findJars(Path folder, String name) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.getFileName().toString().matches(name)).sorted().toList();
    }
  }
}
