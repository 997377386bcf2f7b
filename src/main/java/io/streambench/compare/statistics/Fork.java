package io.streambench.compare.statistics;

import java.util.List;

/**
 * The scores of one fork. A comparison counts forks, not iterations: the iterations of a fork share
 * compiled code, memory layout and machine load, so they do not predict another fork.
 *
 * @param iterationScores score of each measured iteration, in order; at least one
 */
public record Fork(List<Double> iterationScores) {
  public Fork {
    iterationScores = List.copyOf(iterationScores);
  }

  /**
   * Returns whether the forks have at least three distinct scores. Equal scores elsewhere can then
   * be recognized as a copy of this measurement.
   */
  public static boolean isUniqueMeasurement(List<Fork> forks) {
    return forks.stream().flatMap(fork -> fork.iterationScores.stream()).distinct().limit(3).count()
        == 3;
  }

  /** Returns the score of this fork, which is the mean of its iterations. */
  public double score() {
    double sum = 0;
    for (double iteration : iterationScores) {
      sum += iteration;
    }
    return sum / iterationScores.size();
  }

  /** Returns whether all iterations and their mean are positive and finite. */
  public boolean hasUsableScores() {
    return iterationScores.stream().allMatch(score -> score > 0 && Double.isFinite(score))
        && Double.isFinite(score());
  }

  /** Returns whether every iteration has a score of 0. */
  public boolean isZero() {
    return iterationScores.stream().allMatch(score -> score == 0);
  }

  /** Returns a copy with every score multiplied by this factor. */
  public Fork scaledBy(double factor) {
    return new Fork(iterationScores.stream().map(score -> score * factor).toList());
  }
}
