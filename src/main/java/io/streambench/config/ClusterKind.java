package io.streambench.config;

import java.util.Locale;
import java.util.Map;

/** Where the SolrCloud under test runs. */
public enum ClusterKind {
  /** In the JVM that measures. */
  EMBEDDED,
  /** In a JVM of its own, on the same machine, used by every fork. */
  PROCESS,
  /** Wherever it runs already; nobody here starts or stops it. */
  EXTERNAL;

  /**
   * The kind that the parameters of a benchmark ask for: an address of ZooKeeper means external.
   *
   * @throws SettingException if they name none
   */
  public static ClusterKind of(Map<String, String> parameters) {
    ClusterKind kind = parse(parameters.getOrDefault("cluster", EMBEDDED.toString()));
    return kind == EMBEDDED && ZkHost.of(parameters).isPresent() ? EXTERNAL : kind;
  }

  /**
   * The kind of that name.
   *
   * @throws SettingException if there is none
   */
  private static ClusterKind parse(String text) {
    for (ClusterKind kind : values()) {
      if (kind.toString().equals(text.strip())) {
        return kind;
      }
    }
    throw new SettingException("cluster", "be embedded, process or external", text);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
