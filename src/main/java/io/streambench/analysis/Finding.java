package io.streambench.analysis;

/** Whether a reader hung on flow control or for want of a resource. */
public enum Finding {
  /** A reader hung, and why is known. */
  STALLED,
  /** A reader may hang: what was read neither proves nor excludes it. */
  POSSIBLE,
  /** A reader was seen to run, or all that can hang was seen, and nothing did. */
  NO_STALL
}
