package io.streambench.flow.recording;

/** Flow-control totals of one or more sessions, as seen by the receiver. */
public record FlowControlTotals(
    long sessionStallNanos,
    long streamStallNanos,
    long windowUpdates,
    long receivedBytes,
    long peakUnreadBytes,
    long peakUnreadSumBytes) {
  public static final FlowControlTotals NONE = new FlowControlTotals(0, 0, 0, 0, 0, 0);

  FlowControlTotals plus(FlowControlTotals other) {
    return new FlowControlTotals(
        sessionStallNanos + other.sessionStallNanos,
        streamStallNanos + other.streamStallNanos,
        windowUpdates + other.windowUpdates,
        receivedBytes + other.receivedBytes,
        Math.max(peakUnreadBytes, other.peakUnreadBytes),
        peakUnreadSumBytes + other.peakUnreadSumBytes);
  }

  /** Returns the increase since {@code earlier}. The peaks are not subtracted. */
  public FlowControlTotals minus(FlowControlTotals earlier) {
    return new FlowControlTotals(
        sessionStallNanos - earlier.sessionStallNanos,
        streamStallNanos - earlier.streamStallNanos,
        windowUpdates - earlier.windowUpdates,
        receivedBytes - earlier.receivedBytes,
        peakUnreadBytes,
        peakUnreadSumBytes);
  }
}
