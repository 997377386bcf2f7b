package io.streambench.flow.rule;

/** Whether a reader hung because of flow control or an exhausted resource. */
public enum Finding {
  /** A reader hung, and the cause is known. */
  STALLED,
  /** A reader may have hung; the evidence neither proves nor excludes it. */
  POSSIBLE,
  /** No evidence of a hang. Dumps must also show a running reader, or all that could hang. */
  NO_STALL
}
