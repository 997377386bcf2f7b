package io.streambench.study;

import io.streambench.analysis.compare.Bootstrap;
import io.streambench.analysis.compare.Comparison;
import io.streambench.analysis.compare.Fork;
import io.streambench.analysis.compare.Interval;
import io.streambench.analysis.compare.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A score with a 95 % interval. Of enough forks it is their median, with its bootstrap interval. Of
 * fewer it is the mean of the iterations with Student's interval, as JMH gives it: it knows nothing
 * of how the next fork will differ, and a report has to say so. No score is below zero.
 */
public record Estimate(double middle, Interval interval) {
  private static final double UPPER = 0.975;

  static Estimate of(List<Fork> forks) {
    if (forks.size() >= Comparison.MIN_FORKS && forks.stream().allMatch(Fork::measured)) {
      Sample sample = Sample.of(forks);
      return new Estimate(sample.median(), new Bootstrap().median(sample));
    }
    double[] scores =
        forks.stream()
            .flatMap(fork -> fork.iterations().stream())
            .mapToDouble(Double::doubleValue)
            .toArray();
    double mean = Arrays.stream(scores).average().orElse(Double.NaN);
    int n = scores.length;
    if (n < 2) {
      return new Estimate(mean, new Interval(0, Double.POSITIVE_INFINITY));
    }
    double squares = Arrays.stream(scores).map(s -> (s - mean) * (s - mean)).sum();
    double half =
        TDistribution.of(n - 1.0).inverseCumulativeProbability(UPPER)
            * Math.sqrt(squares / (n - 1) / n);
    return new Estimate(mean, new Interval(Math.max(0, mean - half), mean + half));
  }

  /** The interval, unless it is so wide that it says nothing: that of two iterations may be. */
  Optional<Interval> bounds() {
    return Optional.of(interval).filter(one -> one.halfWidth() < middle);
  }
}
