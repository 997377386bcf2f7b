package io.streambench.diagnose.release;

import io.streambench.diagnose.live.SessionSnapshot;

/** State of a session, derived from two looks some seconds apart. */
public enum SessionProgress {
  /** No window is left, no data moves, and a thread waits for a stream. Credit ends this. */
  STALLED,
  /** Session window is left; a thread that waits must wait for something else. */
  WINDOW_LEFT,
  /** Data arrived or was read between the looks. */
  MOVES,
  /** No stream is open. */
  IDLE,
  /** No thread waits for data; more data would only fill memory. */
  NOT_READ,
  /** The flow control is not Jetty's own, or this release line of Jetty is untested. */
  UNKNOWN,
  /** It got credit and used it. */
  GOES_ON,
  /** It got credit, but no data arrived: the other end is dead or waits for something else. */
  NO_DATA,
  /** It needs credit, but memory is short. */
  NO_MEMORY,
  /** The streams that were open at the first look have ended normally. */
  ENDED,
  /** A stream open at the first look was reset: a timeout, an error, or an early close. */
  RESET;

  static SessionProgress of(SessionSnapshot first, SessionSnapshot second, boolean isAwaited) {
    if (second.window() > second.advancedBytes()) {
      return WINDOW_LEFT;
    }
    if (first.window() != second.window() || first.uncreditedBytes() != second.uncreditedBytes()) {
      return MOVES;
    }
    if (second.streams().isEmpty()) {
      return IDLE;
    }
    if (!isAwaited) {
      return NOT_READ;
    }
    return second.window() > 0 ? NO_DATA : STALLED; // the remaining window is our own credit
  }
}
