package io.streambench.config;

import java.util.Locale;
import java.util.Map;

/** The place where the SolrCloud under test runs. */
public enum ClusterKind {
  /** The JVM that measures. */
  EMBEDDED,
  /** A JVM of its own on the same machine, used by every fork. */
  PROCESS,
  /** An existing cluster; the benchmark neither starts nor stops it. */
  EXTERNAL;

  /** Reads the kind; the default with a ZooKeeper address means {@link #EXTERNAL}. */
  public static ClusterKind of(Map<String, String> parameters) {
    ClusterKind kind = Values.oneOf("cluster", parameters, EMBEDDED);
    return kind == EMBEDDED && ZkHost.of(parameters).isPresent() ? EXTERNAL : kind;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
