package io.streambench.analysis.compare;

import java.util.Optional;

/**
 * A verdict and the figures behind it, without a ratio for TOO_FEW_FORKS and NOT_COMPARABLE.
 *
 * @param forksNeeded forks on each side that {@link ForksNeeded} asks for; 0 if not comparable
 */
public record Judgement(ComparisonVerdict verdict, Optional<Evidence> evidence, int forksNeeded) {

  /** Returns whether the contender was found to be faster or slower. */
  public boolean different() {
    return verdict == ComparisonVerdict.FASTER || verdict == ComparisonVerdict.SLOWER;
  }

  /** Judgement of a contender that cannot be compared. */
  public static Judgement none() {
    return new Judgement(ComparisonVerdict.NOT_COMPARABLE, Optional.empty(), 0);
  }

  /**
   * @param ratio median of the contender by median of the baseline
   * @param interval 95 % interval of the ratio, see {@link RatioInterval}
   * @param p of the Mann-Whitney test, two-sided; with several contenders in the cell after Holm
   */
  public record Evidence(double ratio, Interval interval, double p) {
    /** Whether chance alone is an unlikely reason for the difference, however small it is. */
    public boolean significant() {
      return p < Comparison.SIGNIFICANCE && !interval.contains(1);
    }
  }
}
