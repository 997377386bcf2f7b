package io.streambench.flow.events;

/**
 * One change of flow control on a session or a stream. Windows are receive windows, or send windows
 * if the cause is about sending. Numbers missing from the source are {@link #UNKNOWN}.
 *
 * @param timeNanos since the epoch, in UTC
 * @param streamId 0 for the session itself
 * @param unreadBytes bytes received but not consumed, after the change
 * @param unacknowledgedBytes bytes consumed but not yet credited, after the change
 * @param creditThreshold unacknowledged bytes beyond which a WINDOW_UPDATE is sent
 */
public record FlowControlEvent(
    long timeNanos,
    Session session,
    int streamId,
    Cause cause,
    long bytes,
    long windowBefore,
    long windowAfter,
    long unreadBytes,
    long unacknowledgedBytes,
    long creditThreshold) {
  /** A number that is missing from the source; not -1, because windows may be negative. */
  public static final long UNKNOWN = Long.MIN_VALUE;

  public boolean isSessionEvent() {
    return streamId == 0;
  }

  /** Returns whether the source itself counts unread bytes, as this project's recorder does. */
  public boolean isRecorded() {
    return unreadBytes != UNKNOWN;
  }
}
