package io.streambench.bench.recovery;

import io.streambench.recording.FlowControlTotals;

/**
 * The cost of some operations, added up.
 *
 * @param seconds from the request until all was there
 * @param fileSeconds the part of them in which files may have been copied
 * @param bytes of the index, as it lies on the disk
 * @param leaderCpuSeconds time of a CPU that the process with the leaders has used
 * @param receiverCpuSeconds the same of the process that received
 * @param flowControl of the receiving clients; its peaks are the highest of an operation
 */
public record RecoveryCost(
    long operations,
    double seconds,
    double fileSeconds,
    long bytes,
    double leaderCpuSeconds,
    double receiverCpuSeconds,
    FlowControlTotals flowControl) {
  /** Nothing yet. */
  public static final RecoveryCost NONE =
      new RecoveryCost(0, 0, 0, 0, 0, 0, FlowControlTotals.NONE);

  RecoveryCost plus(RecoveryCost more) {
    return new RecoveryCost(
        operations + more.operations,
        seconds + more.seconds,
        fileSeconds + more.fileSeconds,
        bytes + more.bytes,
        leaderCpuSeconds + more.leaderCpuSeconds,
        receiverCpuSeconds + more.receiverCpuSeconds,
        sum(flowControl, more.flowControl));
  }

  private static FlowControlTotals sum(FlowControlTotals one, FlowControlTotals other) {
    return new FlowControlTotals(
        one.sessionStallNanos() + other.sessionStallNanos(),
        one.streamStallNanos() + other.streamStallNanos(),
        one.windowUpdates() + other.windowUpdates(),
        one.receivedBytes() + other.receivedBytes(),
        Math.max(one.peakUnreadBytes(), other.peakUnreadBytes()),
        Math.max(one.peakUnreadSumBytes(), other.peakUnreadSumBytes()));
  }
}
