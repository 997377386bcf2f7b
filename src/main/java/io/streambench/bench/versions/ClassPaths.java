package io.streambench.bench.versions;

import io.streambench.base.Installation;
import io.streambench.base.SettingException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The class paths that Maven resolves for all candidates in one call.
 *
 * @param mavenOutput the text that Maven printed
 */
record ClassPaths(Path folder, String mavenOutput) {
  private static final String BUILD_CLASSPATH_GOAL =
      "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath";
  private static final String POM_TEMPLATE =
      """
      <project>
        <modelVersion>4.0.0</modelVersion>
        <groupId>versions</groupId>
        <artifactId>%s</artifactId>
        <version>1</version>
        <packaging>pom</packaging>
        %s
      </project>
      """;
  private static final String DEPENDENCY_TEMPLATE =
      "<dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version>"
          + "</dependency>";
  private static final Pattern MISSING_ARTIFACT =
      Pattern.compile("Could not find artifact [^:\\s]+:([^:\\s]+):\\w+:([^:\\s]+)");

  /**
   * Resolves the class paths with Maven.
   *
   * @param folder an empty folder
   * @throws SettingException if there is no {@code mvnw}, which only a clone of the repository
   *     contains
   */
  static ClassPaths resolve(List<Candidate> candidates, Path folder)
      throws IOException, InterruptedException {
    Path maven = Installation.moduleFolder().resolve("mvnw");
    SettingException.throwIf(
        !Files.exists(maven),
        "versions",
        "be asked in a clone, which has ./mvnw",
        Installation.moduleFolder());
    StringBuilder modules = new StringBuilder("<modules>");
    for (Candidate candidate : candidates) {
      String managed =
          dependenciesXml(
              Stream.of(candidate.artifacts(), candidate.replacementArtifacts())
                  .flatMap(List::stream));
      writePom(
          Files.createDirectories(folder.resolve(candidate.id())),
          candidate.id(),
          "<dependencyManagement>"
              + managed
              + "</dependencyManagement>"
              + dependenciesXml(candidate.artifacts().stream()));
      modules.append("<module>").append(candidate.id()).append("</module>");
    }
    Path pom = writePom(folder, "all", modules.append("</modules>").toString());
    ProcessBuilder process =
        new ProcessBuilder(
                List.of(
                    maven.toString(),
                    "-B",
                    "-fae", // a missing artifact does not fail the others
                    "-U",
                    "--no-transfer-progress",
                    "-f",
                    pom.toString(),
                    "-Dmdep.outputFile=classpath",
                    "-Dmdep.includeScope=runtime",
                    BUILD_CLASSPATH_GOAL))
            .directory(Installation.moduleFolder().toFile())
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"));
    process.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process started = process.start();
    String output = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    started.waitFor(); // not 0 if an artifact is missing
    return new ClassPaths(folder, output);
  }

  private static Path writePom(Path folder, String id, String content) throws IOException {
    return Files.writeString(folder.resolve("pom.xml"), POM_TEMPLATE.formatted(id, content));
  }

  private static String dependenciesXml(Stream<String> artifacts) {
    return artifacts
        .map(artifact -> DEPENDENCY_TEMPLATE.formatted((Object[]) artifact.split(":")))
        .collect(Collectors.joining("", "<dependencies>", "</dependencies>"));
  }

  /** Returns the class path of a candidate; empty if an artifact is missing. */
  Optional<String> classPathOf(Candidate candidate) throws IOException {
    Path file = folder.resolve(candidate.id()).resolve("classpath");
    return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
  }

  /** Describes why a candidate has no class path, such as an artifact that was not found. */
  String describeMissingArtifact(Candidate candidate) {
    String about = " on project " + candidate.id() + ":";
    int from = mavenOutput.indexOf(about);
    if (from < 0) {
      return "Maven failed: " + mavenOutput.lines().reduce((first, last) -> last).orElse("");
    }
    int end = mavenOutput.indexOf(" on project ", from + about.length());
    String message = end < 0 ? mavenOutput.substring(from) : mavenOutput.substring(from, end);
    String missing =
        MISSING_ARTIFACT
            .matcher(message)
            .results()
            .map(found -> found.group(1) + " " + found.group(2))
            .distinct()
            .collect(Collectors.joining(", "));
    return missing.isEmpty()
        ? "Maven failed: "
            + message.substring(about.length()).lines().findFirst().orElse("").strip()
        : "not served: " + missing;
  }
}
