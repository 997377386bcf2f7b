package io.streambench.compare.statistics;

/** How a contender compares with the baseline in one cell. */
public enum ComparisonVerdict {
  /** Better by more than the threshold. */
  FASTER,
  /** Worse by more than the threshold. */
  SLOWER,
  /** Different by more than the threshold, but it is unknown whether higher or lower is better. */
  DIFFERENT,
  /** The forks show no difference beyond the threshold, but there may be one. */
  NO_EVIDENCE,
  /** Any difference is smaller than the threshold. */
  WITHIN_THRESHOLD,
  /**
   * There are fewer than four forks on a side, fewer than four rounds with a fork of both sides, or
   * too few forks to judge a side that is 0 in every fork.
   */
  TOO_FEW_FORKS,
  /** One side stalled, failed or was not run, or the units differ. */
  NOT_COMPARABLE
}
