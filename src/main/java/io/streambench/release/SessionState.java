package io.streambench.release;

import io.streambench.live.SessionLook;

/** What two looks at a session, some seconds apart, say of it. */
public enum SessionState {
  /** No window, nothing moves, and a thread waits for a stream: what credit ends. */
  STALLED,
  /** It has session window left: whatever waits, waits for something else. */
  WINDOW_LEFT,
  /** Data arrived or was read between the looks. */
  MOVES,
  /** No stream is open. */
  IDLE,
  /** No thread waits for data: more of it would only fill the memory. */
  NOT_READ,
  /** Flow control that is not Jetty's own, or a line of Jetty that was not tried. */
  UNKNOWN,
  /** It has got credit, and used it. */
  GOES_ON,
  /** It has got credit, and nothing arrived: the other end is dead, or waits for something else. */
  NO_DATA,
  /** It would get credit, but memory is short. */
  NO_MEMORY,
  /** Its streams of that time have ended by themselves. */
  ENDED,
  /** Streams of that time were reset: a timeout, an error, or a reader that closed early. */
  RESET;

  static SessionState of(SessionLook first, SessionLook second, boolean isAwaited) {
    if (second.window() > second.advanced()) {
      return WINDOW_LEFT;
    }
    if (first.window() != second.window() || first.level() != second.level()) {
      return MOVES;
    }
    if (second.streams().isEmpty()) {
      return IDLE;
    }
    if (!isAwaited) {
      return NOT_READ;
    }
    return second.window() > 0 ? NO_DATA : STALLED; // all window that is left was given before
  }
}
