package io.streambench.flow.recording;

/**
 * The cost of flow control at the receiving end of one or more sessions.
 *
 * @param sessionStallNanos time during which a session's receive window was exhausted, summed over
 *     all sessions
 * @param streamStallNanos time during which a stream's receive window was exhausted, summed over
 *     all streams
 * @param peakUnreadBytes largest number of unread bytes on one session since totals were last taken
 * @param peakUnreadSumBytes the sum of the peaks of all sessions
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

  /** Returns the cost added since earlier totals. The peaks are taken from this object. */
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
