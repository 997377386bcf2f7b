package io.streambench.compare.statistics;

/** How the forks of the compared sides were ordered in time. */
public enum Layout {
  /** Interleaved, as in a study and {@code compare --run}. The forks of a round are a pair. */
  INTERLEAVED,
  /** One side after the other, or unknown. Any drift of the machine may look like a difference. */
  IN_SEQUENCE
}
