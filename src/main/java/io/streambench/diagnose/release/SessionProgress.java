package io.streambench.diagnose.release;

import io.streambench.diagnose.live.SessionSnapshot;

/** The state of a session, derived from two snapshots that are some seconds apart. */
public enum SessionProgress {
  /**
   * The window is exhausted, no data moves, and a thread waits for a stream. The session needs
   * credit.
   */
  STALLED("STALLED"),
  /** The session window is not exhausted, so a waiting thread is waiting for something else. */
  WINDOW_LEFT("not stalled"),
  /** Data arrived or was read between the snapshots. */
  MOVES("moves"),
  /** No stream is open. */
  IDLE("idle"),
  /** No thread waits for data. More data would only fill memory. */
  NOT_READ("no thread waits for its data (a reader without a thread is not seen)"),
  /** The flow control is not Jetty's own, or this release line of Jetty is untested. */
  UNKNOWN("unknown"),
  /** The session got credit, and data arrived. */
  GOES_ON("resumed"),
  /**
   * The session got credit, but no data arrived, because the peer is dead or waits for something
   * else.
   */
  NO_DATA("the other end sends nothing: it is dead, or waits for something else"),
  /** The session needs credit, but memory is low. */
  NO_MEMORY("memory is low (jcmd PID GC.run can free some; it may stop the JVM)"),
  /** The streams that were open at the first snapshot have ended normally. */
  ENDED("the streams that hung have ended"),
  /** A stream open at the first snapshot was reset, by a timeout, an error or an early close. */
  RESET("streams that hung were reset: a timeout, or its reader closed them");

  private final String text;

  SessionProgress(String text) {
    this.text = text;
  }

  /** Returns the state as a text for users. */
  public String text() {
    return text;
  }

  /** Returns whether the session hangs, or hung until its streams were reset. */
  public boolean isStalled() {
    return this == STALLED || this == NO_DATA || this == RESET || this == NO_MEMORY;
  }

  /** Returns whether the two snapshots are sufficient to decide if the session hangs. */
  public boolean isConclusive() {
    return this != UNKNOWN && this != NOT_READ;
  }

  static SessionProgress of(SessionSnapshot first, SessionSnapshot second, boolean isAwaited) {
    if (second.window() > second.advancedBytes()) {
      return WINDOW_LEFT;
    }
    if (first.window() != second.window() || first.uncreditedBytes() != second.uncreditedBytes()) {
      return MOVES;
    }
    if (second.streamIds().isEmpty()) {
      return IDLE;
    }
    if (!isAwaited) {
      return NOT_READ;
    }
    return second.window() > 0
        ? NO_DATA
        : STALLED; // NO_DATA: the remaining window is credit given in advance
  }
}
