package io.streambench.predict;

/** How far a merge over one session is from a stall. */
public enum Zone {
  /** No order of events stalls it. */
  SAFE,

  /**
   * It takes credit that was not given back yet: it may go well many times before it does not. The
   * line itself, where unread and unacknowledged bytes just come to the window, belongs to it.
   */
  AT_RISK,

  /** The streams that answer first can fill the window before another is heard. */
  LIKELY
}
