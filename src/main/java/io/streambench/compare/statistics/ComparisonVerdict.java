package io.streambench.compare.statistics;

/** The verdict on a contender compared with the baseline, in one cell. */
public enum ComparisonVerdict {
  /** Better by more than the threshold. */
  FASTER,
  /** Worse by more than the threshold. */
  SLOWER,
  /** Different by more than the threshold, but it is unknown whether higher or lower is better. */
  DIFFERENT,
  /** The forks do not show a difference (above the threshold), but there may be one. */
  NO_EVIDENCE,
  /** Any difference is smaller than the threshold. */
  WITHIN_THRESHOLD,
  /**
   * Fewer than four forks on a side, or fewer than four rounds with a fork of both sides; or too
   * few to judge a side on which every fork is 0.
   */
  TOO_FEW_FORKS,
  /** One side stalled, failed, was not run, or is measured in another unit. */
  NOT_COMPARABLE
}
