package io.streambench.bench.fork;

import io.streambench.bench.settings.ClusterNeeds;
import java.util.Optional;

/**
 * A benchmark's state whose parameters are checked before the first fork starts, and again in each
 * fork. Its {@code @Param} fields only declare the parameters to JMH, and the values are read from
 * the {@link Job}. The exceptions are parameters that only this benchmark uses.
 */
public interface CheckedState {
  /**
   * Reads the settings, or throws {@code SettingException}. The job's mode is empty if the caller
   * only needs to know the required cluster.
   *
   * @return the needed cluster; empty if the benchmark needs none
   */
  Optional<? extends ClusterNeeds> settings(Job job);
}
