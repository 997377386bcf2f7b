package io.streambench.bench.fork;

import io.streambench.bench.settings.ClusterNeeds;
import java.util.Optional;

/**
 * A benchmark's state whose parameters are checked before the first fork starts, and again in each
 * fork. Its {@code @Param} fields only declare the parameters to JMH, and the values are read from
 * the {@link Job}. Only parameters that no other benchmark uses may be read from their fields.
 */
public interface CheckedState {
  /**
   * Reads the settings; throws {@code SettingException} if one is wrong. The job's mode is empty if
   * the caller only needs to know the required cluster.
   *
   * @return what the benchmark needs of its cluster; empty if it needs no cluster
   */
  Optional<? extends ClusterNeeds> settings(Job job);
}
