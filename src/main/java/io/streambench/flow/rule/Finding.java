package io.streambench.flow.rule;

/** Whether a reader hung because of flow control or an exhausted resource. */
public enum Finding {
  /** A reader hung, and the cause is known. */
  STALLED,
  /** A reader may hang: the evidence neither proves nor excludes it. */
  POSSIBLE,
  /** A reader was seen to run, or everything that can hang was seen and did not hang. */
  NO_STALL
}
