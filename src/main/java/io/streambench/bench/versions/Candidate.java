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
 * @param replacementArtifacts substitutes for artifacts that do not exist in this version, as
 *     {@code group:artifact:version}
 */
public record Candidate(
    String name, String version, List<String> artifacts, List<String> replacementArtifacts) {
  private static final Properties VERSIONS =
      Page.readProperties("/io/streambench/bench/versions/versions.properties");

  /** The server with which all clients are tested, in the form of a candidate. */
  static final Candidate SERVER = new Candidate("server", "", listProperty("server"), List.of());

  /** Returns all versions of the client {@code name} that {@code versions.properties} lists. */
  public static List<Candidate> all(String name) {
    return listProperty(name).stream().map(version -> of(name, version)).toList();
  }

  /**
   * Returns a version of a client. {@code versions.properties} need not list the version.
   *
   * @throws SettingException if {@code version} is invalid or its major version is unknown
   */
  public static Candidate of(String name, String version) {
    String major = majorKey(name, version);
    SettingException.throwIf(
        !version.matches("\\d+(\\.\\w+)+") || listProperty(major + ".artifacts").isEmpty(),
        "--" + name,
        "be a version like "
            + listProperty(name).get(0)
            + ", of a major version in "
            + listProperty(name),
        version);
    String own = name + "-" + version;
    List<String> artifacts = listProperty(own + ".artifacts");
    return new Candidate(
        name,
        version,
        artifacts.isEmpty()
            ? listProperty(major + ".artifacts").stream()
                .map(a -> a.replace("VERSION", version))
                .toList()
            : artifacts,
        listProperty(own + ".instead"));
  }

  /** Returns the name of the source file that uses this client. */
  String sourceName() {
    return VERSIONS.getProperty(majorKey(name, version) + ".source");
  }

  /** Returns the classes that the source file must import, whose packages differ by version. */
  List<String> imports() {
    return listProperty(majorKey(name, version) + ".imports");
  }

  String id() {
    return name + "-" + version;
  }

  /** Returns the artifacts whose version differs from the client's, as {@code artifact version}. */
  List<String> artifactsOfOtherVersions() {
    return Stream.concat(artifacts.stream(), replacementArtifacts.stream())
        .filter(artifact -> !artifact.endsWith(":" + version))
        .map(artifact -> artifact.replaceFirst("[^:]*:", "").replace(':', ' '))
        .toList();
  }

  private static String majorKey(String name, String version) {
    return name + "-" + version.replaceAll("\\..*", "");
  }

  private static List<String> listProperty(String key) {
    String value = VERSIONS.getProperty(key, "").strip();
    return value.isEmpty() ? List.of() : List.of(value.split("\\s+"));
  }
}
