package io.streambench.diagnose.watch;

import java.util.List;

/**
 * The status of a watch, which the watched JVM writes once per second.
 *
 * @param reason why the watch failed; empty if it did not fail
 * @param beat number of this report; an unchanged number means that the JVM is paused
 * @param refusals reasons why some sessions are not watched
 */
public record WatchStatus(
    State state,
    String reason,
    long beat,
    int sessions,
    List<String> refusals,
    List<SilentSession> silent) {

  /** A session with an exhausted receive window on which no byte has moved for some time. */
  public record SilentSession(String id, String remote, long seconds, long unreadBytes) {}

  public enum State {
    WATCHING,
    /** The watch has ended and left the JVM as it was. */
    ENDED,
    /** The watch could not start or continue, and left the JVM as it was. */
    FAILED
  }
}
