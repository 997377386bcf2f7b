package io.streambench.bench.settings;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A custom build of Solr: jars whose classes replace classes of the same name, in benchmarks and
 * nodes. All other classes come from the released Solr.
 *
 * @param jars sorted by name; empty for the released Solr
 */
public record SolrJars(List<Jar> jars) {
  public static final String PROPERTY = "streambench.jars";

  public static final SolrJars NONE = new SolrJars(List.of());

  /** A jar and the CRC-32 of its bytes, which distinguishes builds. */
  public record Jar(Path path, long crc) {
    static Jar of(Path path) throws IOException {
      CRC32 sum = new CRC32();
      sum.update(Files.readAllBytes(path));
      return new Jar(path, sum.getValue());
    }

    /** Returns the names of the jar's class files; throws if the jar is truncated. */
    List<String> classNames() throws IOException {
      try (ZipFile zip = new ZipFile(path.toFile())) {
        return zip.stream()
            .map(ZipEntry::getName)
            .filter(name -> name.matches("(?!META-INF/).*(?<!-info)\\.class"))
            .toList();
      }
    }
  }

  /**
   * Reads the jars in the folder that {@link #PROPERTY} names; the default is {@link #NONE}.
   *
   * @throws SettingException if the folder has no jars or cannot be read, if a jar contains neither
   *     a Solr class nor a replacement for another class, or if two jars contain the same class
   */
  public static SolrJars of(Map<String, String> properties) {
    String text = properties.get(PROPERTY);
    if (text == null) {
      return NONE;
    }
    try (Stream<Path> files = Files.list(Path.of(text))) {
      List<Jar> jars = new ArrayList<>();
      for (Path file : files.filter(SolrJars::isJar).sorted().toList()) {
        jars.add(Jar.of(file));
      }
      SettingException.throwIf(jars.isEmpty(), PROPERTY, "be a folder with jars", text);
      Map<String, Path> seen = new HashMap<>();
      for (Jar jar : jars) {
        List<String> classes = jar.classNames();
        if (classes.stream().noneMatch(SolrJars::replacesClass)) {
          throw new SettingException(PROPERTY, "have jars with classes of Solr", jar.path());
        }
        for (String name : classes) {
          Path other = seen.put(name, jar.path());
          SettingException.throwIf(
              other != null, PROPERTY, "have each class in one jar", other + ", " + jar.path());
        }
      }
      return new SolrJars(jars);
    } catch (IOException | InvalidPathException e) {
      throw new SettingException(PROPERTY, "be a folder with jars that can be read", text);
    }
  }

  private static boolean isJar(Path file) {
    return Files.isRegularFile(file) && file.toString().endsWith(".jar");
  }

  /** Returns whether the class belongs to Solr or replaces an existing class. */
  private static boolean replacesClass(String name) {
    return name.startsWith("org/apache/solr/")
        || SolrJars.class.getClassLoader().getResource(name) != null;
  }

  /**
   * Throws {@link SettingException} if there are jars and the clients and nodes use more than one
   * release line.
   */
  public void checkReleaseLines(Set<SolrReleaseLine> releaseLines) {
    SettingException.throwIf(
        !jars.isEmpty() && releaseLines.size() > 1,
        BenchmarkParameters.SOLR.name(),
        "be one for clients and nodes with -D" + PROPERTY,
        releaseLines);
  }

  /** Copies the jars to a new folder, where no build can change them, and returns the copies. */
  public SolrJars copyTo(Path folder) throws IOException {
    if (jars.isEmpty()) {
      return this;
    }
    Files.createDirectories(folder);
    List<Jar> copies = new ArrayList<>();
    for (Jar jar : jars) {
      copies.add(Jar.of(Files.copy(jar.path(), folder.resolve(jar.path().getFileName()))));
    }
    return new SolrJars(copies);
  }

  /** Returns a class path that begins with these jars. */
  public String prependTo(String classPath) {
    return Stream.concat(jars.stream().map(jar -> jar.path().toString()), Stream.of(classPath))
        .collect(Collectors.joining(":"));
  }

  /** Returns the name and CRC-32 of each jar. */
  @Override
  public String toString() {
    return jars.stream()
        .map(jar -> TextFormat.of("%s (%08x)", jar.path().getFileName(), jar.crc()))
        .collect(Collectors.joining(", "));
  }
}
