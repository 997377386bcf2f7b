package io.streambench.compare.statistics;

import java.util.List;

/**
 * The scores of one fork. A comparison counts forks, not iterations: the iterations of a fork share
 * compiled code, memory layout and machine load, so they do not predict another fork.
 *
 * @param iterations score of each measured iteration, in order; at least one
 */
public record Fork(List<Double> iterations) {
  public Fork {
    iterations = List.copyOf(iterations);
  }

  /**
   * Returns whether the forks have at least three distinct scores. Equal scores elsewhere can then
   * be recognized as a copy of this measurement.
   */
  public static boolean isUniqueMeasurement(List<Fork> forks) {
    return forks.stream().flatMap(fork -> fork.iterations.stream()).distinct().limit(3).count()
        == 3;
  }

  /** Returns the score of this fork, which is the mean of its iterations. */
  public double score() {
    double sum = 0;
    for (double iteration : iterations) {
      sum += iteration;
    }
    return sum / iterations.size();
  }

  /** Returns whether all iterations and their mean are positive and finite. */
  public boolean isMeasured() {
    return iterations.stream().allMatch(score -> score > 0 && Double.isFinite(score))
        && Double.isFinite(score());
  }

  /** Returns whether every iteration has a score of 0. */
  public boolean isZero() {
    return iterations.stream().allMatch(score -> score == 0);
  }

  /** Returns a copy with every score multiplied by this factor. */
  public Fork scaledBy(double factor) {
    return new Fork(iterations.stream().map(score -> score * factor).toList());
  }
}
