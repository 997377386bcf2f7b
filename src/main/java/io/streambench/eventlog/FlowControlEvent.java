package io.streambench.eventlog;

/**
 * One change of flow control on a session or a stream, whatever it was read from. Windows are
 * receive windows, except where the cause is about sending ({@link Cause#DATA_SENT}, {@link
 * Cause#WINDOW_UPDATE_RECEIVED}, {@link Cause#STALLED}, {@link Cause#RESUMED}): there they are send
 * windows. Numbers that the source does not have are {@link #UNKNOWN}.
 *
 * @param timeNanos since the epoch, in UTC
 * @param session the session that changed, or the one whose stream did
 * @param streamId 0 for the session itself
 * @param windowBefore in bytes
 * @param unreadBytes received and not consumed, after the change
 * @param unacknowledgedBytes consumed, credit not yet given back, after the change
 * @param creditThreshold the unacknowledged bytes beyond which this end sends a WINDOW_UPDATE
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

  /** Returns whether this is about the session and not about one of its streams. */
  public boolean ofSession() {
    return streamId == 0;
  }

  /** Returns whether the source keeps account of unread bytes by itself, as our recorder does. */
  public boolean recorded() {
    return unreadBytes != UNKNOWN;
  }
}
