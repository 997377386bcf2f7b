package io.streambench.bench.settings;

import java.util.Locale;

/** The kind of the SolrCloud under test. */
public enum ClusterKind {
  /** A cluster in the JVM that runs the benchmark. */
  EMBEDDED,
  /** A cluster in a separate JVM on the same machine, used by every fork. */
  PROCESS,
  /** An existing cluster, which the benchmark neither starts nor stops. */
  EXTERNAL;

  /** Returns the given kind, or {@link #EXTERNAL} if only a ZooKeeper address is given. */
  static ClusterKind of(GivenParameters given) {
    ClusterKind kind = given.get(BenchmarkParameters.CLUSTER);
    boolean hasZkHost = given.get(BenchmarkParameters.ZK_HOST).isPresent();
    return kind == EMBEDDED && hasZkHost ? EXTERNAL : kind;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
