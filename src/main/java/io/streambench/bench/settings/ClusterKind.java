package io.streambench.bench.settings;

import java.util.Locale;

/** The place where the SolrCloud under test runs. */
public enum ClusterKind {
  /** The JVM that measures. */
  EMBEDDED,
  /** A separate JVM on the same machine, used by every fork. */
  PROCESS,
  /** An existing cluster; the benchmark neither starts nor stops it. */
  EXTERNAL;

  /** Determines the kind. The default becomes {@link #EXTERNAL} if a ZooKeeper address is given. */
  static ClusterKind of(GivenParameters given) {
    ClusterKind kind = given.get(BenchmarkParameters.CLUSTER);
    boolean external = given.get(BenchmarkParameters.ZK_HOST).isPresent();
    return kind == EMBEDDED && external ? EXTERNAL : kind;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
