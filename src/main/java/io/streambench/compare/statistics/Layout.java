package io.streambench.compare.statistics;

/** The order in which the forks of two sides ran. */
public enum Layout {
  /** Interleaved, as in a study or {@code compare --run}; the two forks of a round form a pair. */
  INTERLEAVED,
  /** One side after the other, or unknown. Drift may then be mistaken for a difference. */
  IN_SEQUENCE
}
