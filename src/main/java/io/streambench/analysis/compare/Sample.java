package io.streambench.analysis.compare;

import java.util.Arrays;
import java.util.Collection;

/** The scores of the forks of one side of a comparison, in the order of the forks. Immutable. */
public final class Sample {
  private final double[] inOrder;
  private final double[] sorted;

  private Sample(double[] scores) {
    inOrder = scores.clone();
    sorted = scores.clone();
    Arrays.sort(sorted);
    for (double score : sorted) {
      if (!(score > 0 && Double.isFinite(score))) {
        throw new IllegalArgumentException("a score is a positive number, not " + score);
      }
    }
  }

  /** One score a fork, in the order in which they ran; every score is a positive number. */
  public static Sample of(double... scores) {
    return new Sample(scores);
  }

  /** The scores of these forks, all of which are {@link Fork#measured()}. */
  public static Sample of(Collection<Fork> forks) {
    return new Sample(forks.stream().mapToDouble(Fork::score).toArray());
  }

  /** Number of forks, each with one score. */
  public int size() {
    return sorted.length;
  }

  /** The score of that rank, 0 being the lowest. */
  double ranked(int rank) {
    return sorted[rank];
  }

  /** A copy, the first fork first. */
  public double[] inOrder() {
    return inOrder.clone();
  }

  /** A copy, ascending. */
  public double[] scores() {
    return sorted.clone();
  }

  /** The middle score, or the mean of the two in the middle; NaN without any. */
  public double median() {
    int n = sorted.length;
    return n == 0 ? Double.NaN : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
  }

  /** Mean of the logarithms; NaN without any fork. */
  double logMean() {
    return Arrays.stream(sorted).map(Math::log).average().orElse(Double.NaN);
  }

  /** Variance of the logarithms; 0 for a single fork. */
  double logVariance() {
    return sorted.length < 2 ? 0 : logSquares() / (sorted.length - 1);
  }

  /**
   * Sum of squares of the logarithms about their mean. The logarithm makes of a ratio a difference,
   * and its standard deviation is the coefficient of variation where that is small.
   */
  double logSquares() {
    double mean = logMean();
    return Arrays.stream(sorted).map(score -> Math.log(score) - mean).map(d -> d * d).sum();
  }
}
