package io.streambench.flow.predict;

/** The likelihood that a merge over one session stalls. */
public enum Zone {
  /** The merge cannot stall, regardless of the order of events. */
  SAFE,

  /**
   * The merge can stall if credit is withheld or if concurrent queries wait at other nodes. Many
   * queries may complete before one hangs.
   */
  AT_RISK,

  /** The merge stalls if early responses fill the session window before the awaited response. */
  LIKELY
}
