package io.streambench.predict;

/** The distance of a merge over one session from a stall. */
public enum Zone {
  /** No order of events stalls it. */
  SAFE,

  /**
   * It depends on credit that was not given back yet: many queries may end before one hangs. The
   * line itself, where unread and unacknowledged bytes are exactly the window, belongs to it.
   */
  AT_RISK,

  /** The streams that answer first can fill the window before another one answers. */
  LIKELY
}
