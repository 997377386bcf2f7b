package io.streambench.eventlog;

/**
 * One change of flow control on a session or a stream. Windows are receive windows, or send windows
 * where the cause is about sending. Numbers that the source does not have are {@link #UNKNOWN}.
 *
 * @param timeNanos since the epoch, in UTC
 * @param streamId 0 for the session itself
 * @param unreadBytes received and not consumed, after the change
 * @param unacknowledgedBytes consumed, credit not yet given back, after the change
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
  /** A number that the source does not tell; windows themselves may be negative. */
  public static final long UNKNOWN = Long.MIN_VALUE;

  public boolean ofSession() {
    return streamId == 0;
  }

  /** Returns whether the source keeps account of unread bytes by itself, as our recorder does. */
  public boolean recorded() {
    return unreadBytes != UNKNOWN;
  }
}
