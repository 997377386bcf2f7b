package io.streambench.compare.statistics;

import java.util.List;

/**
 * The scores of one fork. Forks are the unit of replication: iterations of one fork share compiled
 * code, memory layout and the machine's load, and do not predict the scores of another fork.
 *
 * @param iterations score of each measured iteration, in order; at least one
 */
public record Fork(List<Double> iterations) {
  public Fork {
    iterations = List.copyOf(iterations);
  }

  /** Whether the forks have three different iteration scores, which hardly recur by chance. */
  public static boolean isUniqueMeasurement(List<Fork> forks) {
    return forks.stream().flatMap(fork -> fork.iterations.stream()).distinct().limit(3).count()
        == 3;
  }

  /** The fork's score: the mean of its iterations. */
  public double score() {
    double sum = 0;
    for (double iteration : iterations) {
      sum += iteration;
    }
    return sum / iterations.size();
  }

  /** Whether the fork can be compared: every iteration and their mean are positive and finite. */
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
