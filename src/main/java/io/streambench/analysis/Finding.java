package io.streambench.analysis;

/**
 * The answer to the question of whether a reader hung on flow control or for want of a resource.
 */
public enum Finding {
  /** A reader hung, and why is known. */
  STALLED,
  /** A window is used up, and it is not known whether a reader waits for it. */
  POSSIBLE,
  /** Nothing shows that a reader hung. */
  NO_STALL
}
