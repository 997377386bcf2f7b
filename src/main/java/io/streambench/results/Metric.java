package io.streambench.results;

import java.util.List;

/**
 * The values that a profiler measured next to the score.
 *
 * @param forks values of the iterations of each fork; NaN where JMH had none
 */
public record Metric(String unit, List<List<Double>> forks) {
  public Metric {
    forks = forks.stream().map(List::copyOf).toList();
  }
}
