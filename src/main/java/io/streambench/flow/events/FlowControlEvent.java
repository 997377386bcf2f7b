package io.streambench.flow.events;

/**
 * A change of flow control on a session or a stream. If the cause is about sending, the windows are
 * send windows; otherwise they are receive windows. A number that the source does not show is
 * {@link #UNKNOWN}.
 *
 * @param timeNanos time of the change, since the epoch
 * @param streamId the stream's identifier; 0 for the session itself
 * @param unreadBytes bytes received but not consumed, after the change
 * @param unacknowledgedBytes bytes consumed but not yet credited, after the change
 * @param creditThreshold unacknowledged bytes beyond which a WINDOW_UPDATE is sent
 */
public record FlowControlEvent(
    long timeNanos,
    Session session,
    int streamId,
    EventCause cause,
    long bytes,
    long windowBefore,
    long windowAfter,
    long unreadBytes,
    long unacknowledgedBytes,
    long creditThreshold) {
  /** Stands for a number missing from the source. Unlike -1, this is never the size of a window. */
  public static final long UNKNOWN = Long.MIN_VALUE;

  public boolean isSessionEvent() {
    return streamId == 0;
  }

  /** Returns whether this event contains the number of unread bytes, as events of recordings do. */
  public boolean isRecorded() {
    return unreadBytes != UNKNOWN;
  }
}
