package io.streambench.bench.versions;

import io.streambench.base.SettingException;
import io.streambench.base.page.Page;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * One version of a client that can be probed.
 *
 * @param name {@code solrj} or {@code jetty}
 * @param artifacts the client's artifacts, as {@code group:artifact:version}
 * @param replacedArtifacts artifacts of other versions that replace those missing from repositories
 */
public record Candidate(
    String name, String version, List<String> artifacts, List<String> replacedArtifacts) {
  private static final Properties VERSIONS =
      Page.properties("/io/streambench/bench/versions/versions.properties");

  /** The server with which all clients are tested. */
  static final Candidate SERVER = new Candidate("server", "", words("server"), List.of());

  /** Returns all versions of this client that are listed in {@code versions.properties}. */
  public static List<Candidate> all(String name) {
    return words(name).stream().map(version -> of(name, version)).toList();
  }

  /**
   * Returns a client of any version, listed or not.
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

  /** The name of the source file that uses this client. */
  String source() {
    return VERSIONS.getProperty(major(name, version) + ".source");
  }

  /** The classes that the source file needs and whose packages depend on the version. */
  List<String> imports() {
    return words(major(name, version) + ".imports");
  }

  String id() {
    return name + "-" + version;
  }

  /** The artifacts with a version other than this client's, as {@code artifact version}. */
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
