package io.streambench.flow.predict;

/** How likely a merge over one session is to stall. */
public enum Zone {
  /** The merge cannot stall, in whatever order events occur. */
  SAFE,

  /**
   * The merge stalls only if credit has not been given back in time, so many queries may complete
   * before one hangs. Includes the case in which unread and unacknowledged bytes exactly fill the
   * window.
   */
  AT_RISK,

  /**
   * The streams that respond first can fill the window before the stream that the merge needs
   * responds.
   */
  LIKELY
}
