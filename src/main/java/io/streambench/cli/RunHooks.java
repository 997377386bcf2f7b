package io.streambench.cli;

import java.nio.file.Path;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.Profiler;

/** Calls from a run of JMH to whoever runs it together with others. */
interface RunHooks {
  /** Hooks that do nothing, for a run that is alone. */
  RunHooks NONE =
      new RunHooks() {
        @Override
        public List<Class<? extends Profiler>> profilers() {
          return List.of();
        }

        @Override
        public void ended(BenchmarkParams combination, Path outcomes) {
          // nobody asks
        }
      };

  /** More profilers, which JMH calls in every fork before and after its iterations. */
  List<Class<? extends Profiler>> profilers();

  /**
   * A combination has ended, whatever came of it.
   *
   * @param outcomes where its forks have left their files, which are gone when the run is
   */
  void ended(BenchmarkParams combination, Path outcomes);
}
