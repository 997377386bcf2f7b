package io.streambench.predict;

/** Whether a merge over one session can stall. */
public enum Zone {
  /** No order of events stalls it; on the line one would have to be right to the byte. */
  SAFE,

  /** It takes credit that was not given back yet: it may go well many times before it does not. */
  AT_RISK,

  /** The streams that answer first can fill the window before another is heard. */
  LIKELY
}
