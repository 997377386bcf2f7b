package io.streambench.compare.statistics;

/** Whether higher or lower scores are better. */
public enum BetterDirection {
  /** More is better: operations per second. */
  HIGHER,
  /** Less is better: time or bytes per operation. */
  LOWER,
  /** Unknown, as for an allocation rate: faster code allocates more per second. */
  UNKNOWN
}
