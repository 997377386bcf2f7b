package io.streambench.compare.statistics;

/** The direction in which a score is better. */
public enum BetterDirection {
  /** More is better: operations per second. */
  HIGHER,
  /** Less is better: time or bytes per operation. */
  LOWER,
  /** Unknown, as for an allocation rate: faster code allocates more per second. */
  UNKNOWN
}
