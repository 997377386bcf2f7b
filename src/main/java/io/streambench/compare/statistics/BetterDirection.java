package io.streambench.compare.statistics;

/** Whether higher or lower scores are better. */
public enum BetterDirection {
  /** Higher is better, as for operations per second. */
  HIGHER,
  /** Lower is better, as for time or bytes per operation. */
  LOWER,
  /** Unknown, as for an allocation rate, since faster code allocates more per second. */
  UNKNOWN
}
