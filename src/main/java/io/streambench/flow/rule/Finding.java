package io.streambench.flow.rule;

/** The finding on whether a reader hung because of flow control or an exhausted resource. */
public enum Finding {
  /** A reader hung, and the cause is known. */
  STALLED,
  /** A reader may have hung; the evidence neither proves nor excludes it. */
  POSSIBLE,
  /**
   * There is no evidence of a hang. An incomplete dump yields this finding if it shows a running
   * reader.
   */
  NO_STALL
}
