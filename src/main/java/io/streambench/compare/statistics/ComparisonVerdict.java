package io.streambench.compare.statistics;

/** The verdict on a contender in one cell, compared with the baseline. */
public enum ComparisonVerdict {
  /** The contender is better by more than the threshold. */
  FASTER,
  /** The contender is worse by more than the threshold. */
  SLOWER,
  /** The difference exceeds the threshold, but whether higher or lower is better is unknown. */
  DIFFERENT,
  /** A difference above the threshold was neither shown nor excluded. */
  NO_EVIDENCE,
  /** The difference is smaller than the threshold. */
  WITHIN_THRESHOLD,
  /**
   * A side has fewer than four forks, or fewer than four rounds have both sides. A comparison with
   * a side that is 0 in every fork may need more forks.
   */
  TOO_FEW_FORKS,
  /** One side stalled, failed, was not run, or is measured in another unit. */
  NOT_COMPARABLE
}
