package io.streambench.flow.rule;

/** Whether a reader hung because of flow control or an exhausted resource. */
public enum Finding {
  /** A reader hung, and the cause is known. */
  STALLED,
  /** A reader may have hung; the evidence neither proves nor excludes it. */
  POSSIBLE,
  /**
   * There is no evidence that a reader hung. A verdict from dumps also requires that a reader was
   * seen to run, or that everything that can hang was seen and did not hang.
   */
  NO_STALL
}
