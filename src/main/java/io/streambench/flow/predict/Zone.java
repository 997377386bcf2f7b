package io.streambench.flow.predict;

/** How likely a merge over one session is to stall. */
public enum Zone {
  /** The merge cannot stall, in whatever order events occur. */
  SAFE,

  /**
   * A stall depends on credit that has not been given back yet, or on concurrent queries that wait
   * at other nodes, so many queries may complete before one hangs. Includes the case in which
   * unread and unacknowledged bytes exactly fill the window.
   */
  AT_RISK,

  /** The streams that respond first can fill the window before the awaited one responds. */
  LIKELY
}
