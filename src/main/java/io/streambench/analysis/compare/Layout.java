package io.streambench.analysis.compare;

/** How the forks of two sides lie in time. */
public enum Layout {
  /** By turns, as a study and {@code compare --run} do: what drifts, drifts for both alike. */
  INTERLEAVED,
  /**
   * One side after the other, or nobody knows: whatever changed in between, the machine's mood
   * included, looks like a difference.
   */
  IN_SEQUENCE
}
