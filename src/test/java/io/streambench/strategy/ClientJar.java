package io.streambench.strategy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The jar that holds the repair alone, as {@code ./mvnw package} makes it. */
public final class ClientJar {
  private ClientJar() {}

  /** The only one: the build removes that of another version. */
  public static Path path() throws IOException {
    List<Path> found = jars(Path.of("target"), "streambench-client-\\d.*\\.jar");
    if (found.size() != 1) {
      throw new IllegalStateException("./mvnw package makes one client jar, found " + found);
    }
    return found.get(0).toAbsolutePath();
  }

  /** The jars that every program with SolrJ has: SolrJ itself, Jetty's client, and SLF4J. */
  static List<Path> solrj() throws IOException {
    return jars(
        Path.of("target", "lib"),
        "(solr-solrj|jetty-(client|http|io|util|alpn-(client|java-client))|slf4j-api"
            + "|http2-(client|common|hpack|http-client-transport))-\\d.*\\.jar");
  }

  private static List<Path> jars(Path folder, String name) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.getFileName().toString().matches(name)).sorted().toList();
    }
  }
}
