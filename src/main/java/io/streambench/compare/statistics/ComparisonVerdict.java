package io.streambench.compare.statistics;

/** The verdict on a contender compared with the baseline, in one cell. */
public enum ComparisonVerdict {
  /** Different, and better by more than the threshold. */
  FASTER,
  /** Different, and worse by more than the threshold. */
  SLOWER,
  /** Different by more than the threshold, where it is not known whether more or less is better. */
  DIFFERENT,
  /** The forks do not show a difference (above the threshold); there may well be one. */
  NO_EVIDENCE,
  /** A difference below the threshold, if there is one at all. */
  WITHIN_THRESHOLD,
  /** Fewer than four forks on a side, or rounds in which both sides have one. */
  TOO_FEW_FORKS,
  /** One side stalled, failed, was not run, or is measured in another unit. */
  NOT_COMPARABLE
}
