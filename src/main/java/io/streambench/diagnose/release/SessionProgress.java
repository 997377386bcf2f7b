package io.streambench.diagnose.release;

import io.streambench.diagnose.live.SessionSnapshot;

/** State of a session, derived from two snapshots some seconds apart. */
public enum SessionProgress {
  /** The window is exhausted, no data moves, and a thread waits for a stream. Credit ends this. */
  STALLED,
  /** The session window is not exhausted; a waiting thread must wait for something else. */
  WINDOW_LEFT,
  /** Data arrived or was read between the snapshots. */
  MOVES,
  /** No stream is open. */
  IDLE,
  /** No thread waits for data; more data would only fill memory. */
  NOT_READ,
  /** The flow control is not Jetty's own, or this release line of Jetty is untested. */
  UNKNOWN,
  /** The session got credit and used it. */
  GOES_ON,
  /** The session got credit, but no data arrived: the peer is dead or waits for something else. */
  NO_DATA,
  /** The session needs credit, but memory is low. */
  NO_MEMORY,
  /** The streams that were open at the first snapshot have ended normally. */
  ENDED,
  /** A stream open at the first snapshot was reset: a timeout, an error, or an early close. */
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
    return second.window() > 0
        ? NO_DATA
        : STALLED; // the remaining window is credit given in advance
  }
}
