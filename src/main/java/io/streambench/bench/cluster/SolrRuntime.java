package io.streambench.bench.cluster;

import io.streambench.base.Installation;
import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.bench.settings.BenchmarkParameters;
import io.streambench.bench.settings.SolrReleaseLine;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The {@code java} command and the class path for benchmarks and nodes of one Solr release line.
 * For a release line other than this build's own, Maven compiles this project's sources again into
 * {@code target/solr…} when the line is first used. Each of these builds downloads about 90 MB.
 */
public record SolrRuntime(Path javaCommand, String classPath) {
  /** The system property with the folder of the JDK that runs Solr 10. */
  public static final String JAVA_PROPERTY = "streambench.java10";

  private static final int MIN_JAVA_VERSION = 21;
  private static final Pattern VERSION_LINE =
      Pattern.compile("(?m)^JAVA_VERSION=\"(?:1\\.)?(\\d+)");

  private static final SolrRuntime CURRENT =
      new SolrRuntime(
          Path.of(System.getProperty("java.home"), "bin", "java"),
          System.getProperty("java.class.path"));

  /**
   * Returns the runtime of a release line. Builds this project for the line if that build is
   * missing or outdated.
   *
   * @throws SettingException if there is no JDK for this line
   * @throws IOException if the line cannot be built
   */
  public static SolrRuntime of(SolrReleaseLine releaseLine)
      throws IOException, InterruptedException {
    if (releaseLine == SolrReleaseLine.ofThisBuild()) {
      return CURRENT;
    }
    if (SolrReleaseLine.ofThisBuild() != SolrReleaseLine.SOLR_9) {
      throw new IOException("nodes of another Solr are started by ./jmh.sh alone");
    }
    Path jdk =
        releaseLine == SolrReleaseLine.SOLR_10
            ? jdkForSolr10()
            : CURRENT.javaCommand.getParent().getParent();
    Path jar = jarPath(releaseLine);
    if (hasSources() && isOutdated(jar)) {
      if (Installation.isWritable(jar.getParent())) {
        build(releaseLine, jdk);
      } else {
        System.err.println("warning: a source is newer than " + jar + ", which is used as it is");
      }
    }
    return new SolrRuntime(
        jdk.resolve("bin").resolve("java"), jar + ":" + jar.resolveSibling("lib") + "/*");
  }

  private static Path jarPath(SolrReleaseLine releaseLine) {
    return Installation.moduleFolder()
        .resolve("target")
        .resolve(releaseLine.buildFolderName())
        .resolve(
            releaseLine == SolrReleaseLine.SOLR_10 ? "streambench-solr10.jar" : "benchmarks.jar");
  }

  /** Returns whether this installation is a clone of the repository rather than a release. */
  private static boolean hasSources() {
    return Files.exists(Installation.moduleFolder().resolve("pom.xml"));
  }

  /**
   * Checks that there is a JDK for a release line, and that this project is built for the line or
   * can be built.
   *
   * @throws SettingException if one of these conditions is not met
   */
  public static void check(SolrReleaseLine releaseLine) {
    if (releaseLine == SolrReleaseLine.SOLR_10) {
      jdkForSolr10();
    }
    SettingException.throwIf(
        releaseLine != SolrReleaseLine.ofThisBuild()
            && !hasSources()
            && !Files.exists(jarPath(releaseLine)),
        BenchmarkParameters.SOLR.name(),
        "be " + SolrReleaseLine.SOLR_9 + " in this release, which has no other (a clone builds it)",
        releaseLine);
    SettingException.throwIf(
        releaseLine != SolrReleaseLine.ofThisBuild()
            && !Files.exists(jarPath(releaseLine))
            && !Installation.isWritable(jarPath(releaseLine).getParent()),
        BenchmarkParameters.SOLR.name(),
        TextFormat.of(
            "be %s until somebody who can write to %s has built the other one, which a run there"
                + " does",
            SolrReleaseLine.SOLR_9, Installation.moduleFolder().resolve("target")),
        releaseLine);
  }

  private static Path jdkForSolr10() {
    String named = System.getProperty(JAVA_PROPERTY);
    return named == null ? jdkForSolr10(defaultJdkFolders()) : requireJdk(Path.of(named));
  }

  static Path requireJdk(Path folder) {
    if (isNewEnough(folder)) {
      return folder;
    }
    throw new SettingException(JAVA_PROPERTY, "be the folder of a JDK of 21 or later", folder);
  }

  static Path jdkForSolr10(List<Path> folders) {
    return folders.stream()
        .filter(SolrRuntime::isNewEnough)
        .findFirst()
        .orElseThrow(
            () ->
                new SettingException(
                    BenchmarkParameters.SOLR.name(),
                    "be 9 where JAVA_HOME and /usr/lib/jvm have no JDK of 21 or later (install one,"
                        + " or name its folder: JAVA_OPTS=-D"
                        + JAVA_PROPERTY
                        + "=...)",
                    SolrReleaseLine.SOLR_10));
  }

  private static List<Path> defaultJdkFolders() {
    List<Path> found = new ArrayList<>();
    Optional.ofNullable(System.getenv("JAVA_HOME")).map(Path::of).ifPresent(found::add);
    found.add(Path.of(System.getProperty("java.home")));
    try (DirectoryStream<Path> installed = Files.newDirectoryStream(Path.of("/usr/lib/jvm"))) {
      installed.forEach(found::add);
    } catch (IOException e) {
      // not on this system
    }
    return found;
  }

  private static boolean isNewEnough(Path jdk) {
    return Files.isExecutable(jdk.resolve("bin").resolve("javac"))
        && featureRelease(jdk) >= MIN_JAVA_VERSION;
  }

  /** Returns a JDK's feature release, such as 21, from its {@code release} file; 0 if unknown. */
  private static int featureRelease(Path jdk) {
    try {
      Matcher version = VERSION_LINE.matcher(Files.readString(jdk.resolve("release")));
      return version.find() ? Integer.parseInt(version.group(1)) : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  private static boolean isOutdated(Path jar) throws IOException {
    if (Files.notExists(jar)) {
      return true;
    }
    long built = jar.toFile().lastModified();
    for (String sources : List.of("main", "solr10", "jetty10", "jetty12")) {
      Path folder = Installation.moduleFolder().resolve("src").resolve(sources);
      if (Files.isDirectory(folder)) {
        try (Stream<Path> all = Files.walk(folder)) {
          if (all.anyMatch(file -> file.toFile().lastModified() > built)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static void build(SolrReleaseLine releaseLine, Path jdk)
      throws IOException, InterruptedException {
    System.err.println("building for Solr " + releaseLine + " ...");
    List<String> command =
        new ArrayList<>(
            List.of("./mvnw", "-B", "-q", "--no-transfer-progress", "-Dmaven.test.skip=true"));
    command.addAll(
        releaseLine == SolrReleaseLine.SOLR_10
            ? List.of("-f", "src/solr10/pom.xml")
            : List.of(
                "-P!error-prone",
                "-Dprograms.only=true",
                "-Dsolr.version=" + releaseLine + ".0",
                "-Dbuild.folder=target/" + releaseLine.buildFolderName()));
    command.add("package");
    ProcessBuilder maven =
        new ProcessBuilder(command)
            .directory(Installation.moduleFolder().toFile())
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"));
    maven.environment().put("JAVA_HOME", jdk.toString());
    Process process = maven.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      System.err.print(output);
      throw new IOException("the build for Solr " + releaseLine + " failed, see above");
    }
  }
}
