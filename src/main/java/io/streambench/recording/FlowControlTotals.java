package io.streambench.recording;

/**
 * The cost of flow control for the receiving end of some sessions.
 *
 * @param sessionStallNanos time in which a session's receive window was used up, over all sessions
 * @param streamStallNanos the same of streams
 * @param peakUnreadBytes the most that lay unread on one session since the last totals
 * @param peakUnreadSumBytes the same of each session, added up
 */
public record FlowControlTotals(
    long sessionStallNanos,
    long streamStallNanos,
    long windowUpdates,
    long receivedBytes,
    long peakUnreadBytes,
    long peakUnreadSumBytes) {
  public static final FlowControlTotals NONE = new FlowControlTotals(0, 0, 0, 0, 0, 0);

  FlowControlTotals plus(FlowControlTotals more) {
    return new FlowControlTotals(
        sessionStallNanos + more.sessionStallNanos,
        streamStallNanos + more.streamStallNanos,
        windowUpdates + more.windowUpdates,
        receivedBytes + more.receivedBytes,
        Math.max(peakUnreadBytes, more.peakUnreadBytes),
        peakUnreadSumBytes + more.peakUnreadSumBytes);
  }

  /** The cost that was added since the earlier totals; the peak is the later one's. */
  public FlowControlTotals since(FlowControlTotals earlier) {
    return new FlowControlTotals(
        sessionStallNanos - earlier.sessionStallNanos,
        streamStallNanos - earlier.streamStallNanos,
        windowUpdates - earlier.windowUpdates,
        receivedBytes - earlier.receivedBytes,
        peakUnreadBytes,
        peakUnreadSumBytes);
  }
}
