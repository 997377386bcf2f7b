package io.streambench.compare.statistics;

import io.streambench.base.Interval;
import java.util.Optional;

/**
 * A verdict and its figures. There is no ratio for TOO_FEW_FORKS and NOT_COMPARABLE, or if one side
 * is 0.
 *
 * @param forksNeeded forks that each side needs, the fewest possible if it has too few to tell; 0
 *     if NOT_COMPARABLE
 */
public record Judgement(ComparisonVerdict verdict, Optional<Evidence> evidence, int forksNeeded) {

  /** Returns whether the contender was found to be faster, slower or different. */
  public boolean isDifferent() {
    return verdict == ComparisonVerdict.FASTER
        || verdict == ComparisonVerdict.SLOWER
        || verdict == ComparisonVerdict.DIFFERENT;
  }

  /** Judgement of a contender that cannot be compared. */
  public static Judgement none() {
    return new Judgement(ComparisonVerdict.NOT_COMPARABLE, Optional.empty(), 0);
  }

  /**
   * The measured ratio.
   *
   * @param ratio geometric mean of the contender divided by that of the baseline
   * @param interval interval of the ratio; see {@link Comparison} for its level
   * @param p two-sided p of Student's t test, after Holm's correction
   */
  public record Evidence(double ratio, Interval interval, double p) {
    /** Returns whether the difference, however small, is unlikely to be due to chance alone. */
    public boolean isSignificant() {
      return p < Comparison.SIGNIFICANCE && !interval.contains(1);
    }
  }
}
