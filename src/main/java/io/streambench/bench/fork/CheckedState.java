package io.streambench.bench.fork;

import io.streambench.bench.settings.ClusterNeeds;
import java.util.Optional;

/**
 * A benchmark's state whose parameters are checked before the first fork starts, and again in each
 * fork. Its fields with {@code @Param} only declare to JMH which parameters there are, unless they
 * belong to the benchmark alone: the values are read from the {@link Job}.
 */
public interface CheckedState {
  /**
   * Reads the settings, or throws {@code SettingException}. The mode of the job is empty where only
   * the cluster is asked for.
   *
   * @return the needed cluster; empty if the benchmark needs none
   */
  Optional<? extends ClusterNeeds> settings(Job job);
}
