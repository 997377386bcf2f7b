package io.streambench.cluster;

import io.streambench.config.Home;
import io.streambench.config.SettingException;
import io.streambench.config.SolrLine;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.solr.client.solrj.SolrClient;

/**
 * The Java and the class path on which benchmarks and nodes run with one line of Solr. For Solr 10
 * the sources of this project are compiled a second time, into {@code target/solr10}.
 *
 * @param java the command
 */
public record SolrRuntime(Path java, String classPath) {
  /** Names the folder of the JDK for Solr 10. */
  public static final String JAVA_PROPERTY = "streambench.java10";

  private static final int LEAST_JAVA = 21;
  private static final Path SOURCES = Path.of("src", "solr10");
  private static final String JAR = "streambench-solr10.jar";
  private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"(?:1\\.)?(\\d+)");

  /** As it was when this JVM started. */
  private static final SolrRuntime HERE =
      new SolrRuntime(
          Path.of(System.getProperty("java.home"), "bin", "java"),
          System.getProperty("java.class.path"));

  /** The line on this JVM's own class path. */
  public static SolrLine here() {
    String version = SolrClient.class.getPackage().getImplementationVersion();
    return version != null && version.startsWith(SolrLine.SOLR_10 + ".")
        ? SolrLine.SOLR_10
        : SolrLine.SOLR_9;
  }

  /**
   * That of a line of Solr, built first if a source is newer.
   *
   * @throws SettingException if there is no Java for it
   * @throws IOException if it could not be built
   */
  public static SolrRuntime of(SolrLine line) throws IOException, InterruptedException {
    if (line == here()) {
      return HERE;
    }
    if (line == SolrLine.SOLR_9) {
      throw new IOException("nodes of Solr 9 are started by ./jmh.sh alone");
    }
    Path jdk = java10();
    Path built = Home.folder().resolve("target").resolve("solr10");
    if (isOutdated(built.resolve(JAR))) {
      build(jdk);
    }
    return new SolrRuntime(
        jdk.resolve("bin").resolve("java"), built.resolve(JAR) + ":" + built.resolve("lib") + "/*");
  }

  /** The folder of a JDK for Solr 10. */
  public static Path java10() {
    String named = System.getProperty(JAVA_PROPERTY);
    return candidates(named)
        .filter(folder -> Files.isExecutable(folder.resolve("bin").resolve("javac")))
        .filter(folder -> release(folder) >= LEAST_JAVA)
        .findFirst()
        .orElseThrow(
            () ->
                named == null
                    ? new SettingException(
                        SolrLine.PARAMETER,
                        "be 9 where no JDK of 21 or later is found (in JAVA_HOME or /usr/lib/jvm;"
                            + " -D"
                            + JAVA_PROPERTY
                            + "= names one)",
                        SolrLine.SOLR_10)
                    : new SettingException(
                        JAVA_PROPERTY, "be the folder of a JDK of 21 or later", named));
  }

  private static Stream<Path> candidates(String named) {
    if (named != null) {
      return Stream.of(Path.of(named));
    }
    List<Path> found = new ArrayList<>();
    Optional.ofNullable(System.getenv("JAVA_HOME")).map(Path::of).ifPresent(found::add);
    found.add(Path.of(System.getProperty("java.home")));
    try (DirectoryStream<Path> usual = Files.newDirectoryStream(Path.of("/usr/lib/jvm"))) {
      usual.forEach(found::add);
    } catch (IOException e) {
      // not on this system
    }
    return found.stream();
  }

  /** The number of a JDK's release, from the file that each has; 0 if it has none. */
  private static int release(Path jdk) {
    try {
      Matcher version = VERSION.matcher(Files.readString(jdk.resolve("release")));
      return version.find() ? Integer.parseInt(version.group(1)) : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  private static boolean isOutdated(Path jar) throws IOException {
    if (!Files.exists(jar)) {
      return true;
    }
    for (String sources : List.of("main", "solr10", "jetty12")) {
      Path folder = Home.folder().resolve("src").resolve(sources);
      if (Files.isDirectory(folder)) {
        try (Stream<Path> all = Files.walk(folder)) {
          if (all.anyMatch(file -> file.toFile().lastModified() > jar.toFile().lastModified())) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static void build(Path jdk) throws IOException, InterruptedException {
    System.err.println("building the benchmarks for Solr 10 ...");
    ProcessBuilder maven =
        new ProcessBuilder(
                Home.folder().resolve("mvnw").toString(),
                "-B",
                "-q",
                "--no-transfer-progress",
                "-f",
                Home.folder().resolve(SOURCES).resolve("pom.xml").toString(),
                "package")
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    maven.environment().put("JAVA_HOME", jdk.toString());
    Process process = maven.start();
    String output = new String(process.getInputStream().readAllBytes());
    if (process.waitFor() != 0) {
      System.err.print(output);
      throw new IOException("the benchmarks for Solr 10 could not be built, see above");
    }
  }
}
