package io.streambench.compare.statistics;

/** The order in which the forks of two sides ran. */
public enum Layout {
  /**
   * The sides alternate, as in a study or {@code compare --run}; the two forks of a round form a
   * pair.
   */
  INTERLEAVED,
  /**
   * One side ran after the other, or the order is unknown. Drift may then be mistaken for a
   * difference.
   */
  IN_SEQUENCE
}
