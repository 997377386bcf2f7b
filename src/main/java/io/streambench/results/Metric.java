package io.streambench.results;

import java.util.List;

/**
 * What a profiler measured beside the score.
 *
 * @param forks values of the iterations of each fork; NaN where JMH had none
 */
public record Metric(String unit, List<List<Double>> forks) {
  public Metric {
    forks = forks.stream().map(List::copyOf).toList();
  }
}
