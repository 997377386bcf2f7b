package io.streambench.bench.fork;

import io.streambench.bench.settings.ClusterRequirements;
import java.util.Optional;

/**
 * A benchmark state whose parameters are checked before the first fork starts, and again in each
 * fork. Its {@code @Param} fields only declare the parameters to JMH; the values are read from the
 * {@link Job}. A state may read the field of a parameter only if no other benchmark has this
 * parameter.
 */
public interface CheckedState {
  /**
   * Reads the settings; throws {@code SettingException} if one is invalid. The job's mode is empty
   * if the caller only needs to know the required cluster.
   *
   * @return the cluster that the benchmark needs; empty if it needs no cluster
   */
  Optional<? extends ClusterRequirements> settings(Job job);
}
