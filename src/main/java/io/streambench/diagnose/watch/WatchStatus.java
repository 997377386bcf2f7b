package io.streambench.diagnose.watch;

import java.util.List;

/**
 * State of a watch, written by the watched JVM once per second.
 *
 * @param reason why it failed; empty if it did not
 * @param beat number of this report; if it stays the same, the JVM is paused
 * @param refusals why some sessions are not watched
 */
public record WatchStatus(
    State state,
    String reason,
    long beat,
    int sessions,
    List<String> refusals,
    List<SilentSession> silent) {

  /**
   * A session whose receive window is exhausted and on which no byte has moved for some seconds.
   */
  public record SilentSession(String id, String remote, long seconds, long unreadBytes) {}

  public enum State {
    WATCHING,
    /** The watch has ended and left the JVM as it was. */
    ENDED,
    /** The watch could not start or continue, and left the JVM as it was. */
    FAILED
  }
}
