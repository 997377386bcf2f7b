package io.streambench.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Somebody's own build of Solr: jars whose classes replace those of the same name, in benchmarks
 * and nodes. Whatever else they need is that of the released Solr.
 *
 * @param folder has the jars; empty for Solr as it was released
 */
public record SolrJars(Optional<Path> folder) {
  public static final String PROPERTY = "streambench.jars";

  public static final SolrJars RELEASED = new SolrJars(Optional.empty());

  /** Reads the property; a folder without jars is refused. */
  public static SolrJars of(Map<String, String> properties) {
    String text = properties.get(PROPERTY);
    if (text == null) {
      return RELEASED;
    }
    try {
      Path folder = Path.of(text).toAbsolutePath();
      // a class path is cut at each colon
      if (!folder.toString().contains(":") && !jars(folder).isEmpty()) {
        return new SolrJars(Optional.of(folder));
      }
    } catch (IOException | InvalidPathException e) {
      // no folder: the rule is the same
    }
    throw new SettingException(PROPERTY, "be a folder with jars of Solr, without ':'", text);
  }

  /** Refuses to put the classes of one Solr into two. */
  public void check(Set<SolrLine> lines) {
    SettingException.throwIf(
        folder.isPresent() && lines.size() > 1,
        SolrLine.PARAMETER,
        "be one for clients and nodes with -D" + PROPERTY,
        lines);
  }

  /** A class path on which these jars come first. */
  public String before(String classPath) {
    return folder.map(jars -> jars + "/*:" + classPath).orElse(classPath);
  }

  /** A line for people: each jar with its CRC-32, by which two builds can be told apart. */
  public Optional<String> description() {
    return folder.map(
        place -> {
          StringBuilder line = new StringBuilder("Solr's classes from ").append(place).append(":");
          try {
            for (Path jar : jars(place)) {
              CRC32 sum = new CRC32();
              sum.update(Files.readAllBytes(jar));
              line.append(Text.of(" %s (%08x)", jar.getFileName(), sum.getValue()));
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          return line.toString();
        });
  }

  private static List<Path> jars(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }
}
