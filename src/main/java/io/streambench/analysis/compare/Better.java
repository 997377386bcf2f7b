package io.streambench.analysis.compare;

/** The direction in which a score is better. */
public enum Better {
  /** Operations in a time. */
  HIGHER,
  /** Time of an operation. */
  LOWER
}
