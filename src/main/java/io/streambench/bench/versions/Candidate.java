package io.streambench.bench.versions;

import io.streambench.base.SettingException;
import io.streambench.base.page.Page;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * A version of a client that can be probed.
 *
 * @param name {@code solrj} or {@code jetty}
 * @param artifacts the client's artifacts, as {@code group:artifact:version}
 * @param replacedArtifacts substitutes for artifacts that do not exist in this version, as {@code
 *     group:artifact:version}
 */
public record Candidate(
    String name, String version, List<String> artifacts, List<String> replacedArtifacts) {
  private static final Properties VERSIONS =
      Page.properties("/io/streambench/bench/versions/versions.properties");

  /** The server with which all clients are tested, in the form of a candidate. */
  static final Candidate SERVER = new Candidate("server", "", words("server"), List.of());

  /** Returns all versions of the client {@code name} that {@code versions.properties} lists. */
  public static List<Candidate> all(String name) {
    return words(name).stream().map(version -> of(name, version)).toList();
  }

  /**
   * Returns a version of a client. {@code versions.properties} need not list the version.
   *
   * @throws SettingException if {@code version} is invalid or its major version is unknown
   */
  public static Candidate of(String name, String version) {
    String major = major(name, version);
    SettingException.throwIf(
        !version.matches("\\d+(\\.\\w+)+") || words(major + ".artifacts").isEmpty(),
        "--" + name,
        "be a version like " + words(name).get(0) + ", of a major version in " + words(name),
        version);
    String own = name + "-" + version;
    List<String> artifacts = words(own + ".artifacts");
    return new Candidate(
        name,
        version,
        artifacts.isEmpty()
            ? words(major + ".artifacts").stream().map(a -> a.replace("VERSION", version)).toList()
            : artifacts,
        words(own + ".instead"));
  }

  /** Returns the name of the source file that uses this client. */
  String source() {
    return VERSIONS.getProperty(major(name, version) + ".source");
  }

  /** Returns the classes that the source file must import, whose packages differ by version. */
  List<String> imports() {
    return words(major(name, version) + ".imports");
  }

  String id() {
    return name + "-" + version;
  }

  /** Returns the artifacts whose version differs from the client's, as {@code artifact version}. */
  List<String> artifactsOfOtherVersions() {
    return Stream.concat(artifacts.stream(), replacedArtifacts.stream())
        .filter(artifact -> !artifact.endsWith(":" + version))
        .map(artifact -> artifact.replaceFirst("[^:]*:", "").replace(':', ' '))
        .toList();
  }

  private static String major(String name, String version) {
    return name + "-" + version.replaceAll("\\..*", "");
  }

  private static List<String> words(String key) {
    String value = VERSIONS.getProperty(key, "").strip();
    return value.isEmpty() ? List.of() : List.of(value.split("\\s+"));
  }
}
