package io.streambench.compare.statistics;

/** The direction in which a score improves. */
public enum BetterDirection {
  /** Higher scores are better, for example operations per second. */
  HIGHER,
  /** Lower scores are better, for example time or bytes per operation. */
  LOWER,
  /** The direction is unknown. For example, an allocation rate also rises when code runs faster. */
  UNKNOWN
}
