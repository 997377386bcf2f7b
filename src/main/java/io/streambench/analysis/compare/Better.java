package io.streambench.analysis.compare;

/** Which of two scores is the better one. */
public enum Better {
  /** Operations in a time. */
  HIGHER,
  /** Time of an operation. */
  LOWER
}
