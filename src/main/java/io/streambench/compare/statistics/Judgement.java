package io.streambench.compare.statistics;

import io.streambench.base.Interval;
import java.util.Optional;

/**
 * A verdict and its evidence. There is no evidence for TOO_FEW_FORKS and NOT_COMPARABLE, or if one
 * side is 0.
 *
 * @param forksNeeded number of forks that each side needs; only a lower limit if there are too few
 *     forks for an estimate; 0 if NOT_COMPARABLE
 */
public record Judgement(ComparisonVerdict verdict, Optional<Evidence> evidence, int forksNeeded) {

  /** Returns whether the contender was found to be faster, slower or different. */
  public boolean isDifferent() {
    return verdict == ComparisonVerdict.FASTER
        || verdict == ComparisonVerdict.SLOWER
        || verdict == ComparisonVerdict.DIFFERENT;
  }

  /** Returns the judgement of a contender that cannot be compared. */
  public static Judgement notComparable() {
    return new Judgement(ComparisonVerdict.NOT_COMPARABLE, Optional.empty(), 0);
  }

  /**
   * The measured ratio of a contender to its baseline.
   *
   * @param ratio geometric mean of the contender's scores divided by the geometric mean of the
   *     baseline's scores
   * @param interval confidence interval of the ratio; {@link Comparison} defines its level
   * @param measuredInterval the interval without the bias that all forks may share
   * @param pValue two-sided p-value of Student's t-test, after Holm's correction
   */
  public record Evidence(
      double ratio, Interval interval, Interval measuredInterval, double pValue) {
    /** Returns whether the difference, however small, is statistically significant. */
    public boolean isSignificant() {
      return pValue < Comparison.SIGNIFICANCE_LEVEL && !interval.contains(1);
    }
  }
}
