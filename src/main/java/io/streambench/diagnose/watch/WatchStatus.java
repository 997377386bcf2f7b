package io.streambench.diagnose.watch;

import java.util.List;

/**
 * The status of a watch, which the watched JVM writes once per second.
 *
 * @param reason why the watch failed; empty if it did not fail
 * @param reportNumber number of this report; an unchanged number means that the JVM is paused
 * @param unwatchedReasons reasons why some sessions are not watched
 */
public record WatchStatus(
    State state,
    String reason,
    long reportNumber,
    int sessionCount,
    List<String> unwatchedReasons,
    List<SilentSession> silentSessions) {

  /** A session with an exhausted receive window on which no byte has moved for some time. */
  public record SilentSession(String id, String remote, long silentSeconds, long unreadBytes) {}

  public enum State {
    WATCHING,
    /** The watch has ended and left the JVM as it was. */
    ENDED,
    /** The watch could not start or continue, and left the JVM as it was. */
    FAILED
  }
}
