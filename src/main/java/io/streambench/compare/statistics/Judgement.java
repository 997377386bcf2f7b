package io.streambench.compare.statistics;

import io.streambench.base.Interval;
import java.util.Optional;

/**
 * A verdict and the figures behind it, without a ratio for TOO_FEW_FORKS and NOT_COMPARABLE, and
 * where one side is 0.
 *
 * @param forksNeeded forks on each side that {@link RequiredForks} asks for; 0 if not comparable
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
   * @param ratio geometric mean of the contender by that of the baseline
   * @param interval of the ratio; see {@link Comparison} for its level
   * @param p of Student's t, two-sided, after Holm
   */
  public record Evidence(double ratio, Interval interval, double p) {
    /** Whether chance alone is an unlikely reason for the difference, however small it is. */
    public boolean isSignificant() {
      return p < Comparison.SIGNIFICANCE && !interval.contains(1);
    }
  }
}
