package io.streambench.cli;

import java.nio.file.Path;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.Profiler;

/** What goes on beside a call of JMH, for those who run it together with others. */
interface Beside {
  /** What goes on beside a run that is alone. */
  Beside NOTHING =
      new Beside() {
        @Override
        public List<Class<? extends Profiler>> profilers() {
          return List.of();
        }

        @Override
        public void ended(BenchmarkParams combination, Path outcomes) {
          // nobody asks
        }
      };

  /** What is called in every fork before and after its iterations. */
  List<Class<? extends Profiler>> profilers();

  /**
   * A combination has ended, whatever came of it.
   *
   * @param outcomes where its forks have left their files, which are gone when the run is
   */
  void ended(BenchmarkParams combination, Path outcomes);
}
