package io.streambench.bench.fork;

import io.streambench.bench.settings.ClusterNeeds;
import java.util.Optional;

/**
 * A benchmark's state whose parameters are checked before the first fork starts, and again in each
 * fork. Its {@code @Param} fields only declare the parameters to JMH, unless only this benchmark
 * uses them: the values are read from the {@link Job}.
 */
public interface CheckedState {
  /**
   * Reads the settings, or throws {@code SettingException}. The job has no mode if only the
   * required cluster is needed.
   *
   * @return the needed cluster; empty if the benchmark needs none
   */
  Optional<? extends ClusterNeeds> settings(Job job);
}
