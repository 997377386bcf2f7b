package io.streambench.study;

import io.streambench.analysis.compare.Interval;
import io.streambench.config.Text;
import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The geometric mean of ratios.
 *
 * @param interval 95 % interval, Student's over the logarithms
 */
record LogRatio(int size, double ratio, Interval interval) {
  private static final double UPPER = 0.975;

  /** Of the logarithms of two or more ratios. */
  static LogRatio of(double[] logs) {
    int size = logs.length;
    double mean = Arrays.stream(logs).average().orElseThrow();
    double squares = Arrays.stream(logs).map(log -> (log - mean) * (log - mean)).sum();
    double half =
        TDistribution.of(size - 1).inverseCumulativeProbability(UPPER)
            * Math.sqrt(squares / (size - 1) / size);
    return new LogRatio(
        size, Math.exp(mean), new Interval(Math.exp(mean - half), Math.exp(mean + half)));
  }

  @Override
  public String toString() {
    return Text.of("%.2f (%.2f–%.2f)", ratio, interval.low(), interval.high());
  }
}
