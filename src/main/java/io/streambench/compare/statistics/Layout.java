package io.streambench.compare.statistics;

/** The order in time of the forks of two sides. */
public enum Layout {
  /** Interleaved, as in a study and {@code compare --run}: the forks of a round are a pair. */
  INTERLEAVED,
  /** One side after the other, or unknown: any drift of the machine may look like a difference. */
  IN_SEQUENCE
}
