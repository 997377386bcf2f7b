package io.streambench.bench.recovery;

import io.streambench.bench.fork.RunProfiler;
import io.streambench.flow.recording.FlowControlTotals;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.results.ScalarResult;

/**
 * The total time, bytes and CPU time of several recoveries. Peaks of unread bytes are not added up;
 * only the highest peak is kept.
 */
record RecoveryCost(
    long operations,
    double seconds,
    double recoveringSeconds,
    long copiedBytes,
    double leaderCpuSeconds,
    double receiverCpuSeconds,
    FlowControlTotals flowControl) {
  private static final double BYTES_PER_MEGABYTE = 1e6;

  static final RecoveryCost NONE = new RecoveryCost(0, 0, 0, 0, 0, 0, FlowControlTotals.NONE);

  RecoveryCost plus(RecoveryCost more) {
    FlowControlTotals other = more.flowControl;
    return new RecoveryCost(
        operations + more.operations,
        seconds + more.seconds,
        recoveringSeconds + more.recoveringSeconds,
        copiedBytes + more.copiedBytes,
        leaderCpuSeconds + more.leaderCpuSeconds,
        receiverCpuSeconds + more.receiverCpuSeconds,
        new FlowControlTotals(
            flowControl.sessionStallNanos() + other.sessionStallNanos(),
            flowControl.streamStallNanos() + other.streamStallNanos(),
            flowControl.windowUpdates() + other.windowUpdates(),
            flowControl.receivedBytes() + other.receivedBytes(),
            Math.max(flowControl.peakUnreadBytes(), other.peakUnreadBytes()),
            Math.max(flowControl.peakUnreadSumBytes(), other.peakUnreadSumBytes())));
  }

  /** Returns the secondary results of an iteration; empty if the iteration had no operations. */
  List<ScalarResult> secondaryResults() {
    if (operations == 0) {
      return List.of();
    }
    double count = operations;
    List<ScalarResult> figures = new ArrayList<>();
    figures.add(
        RunProfiler.averageResult("rate, MB/s", copiedBytes / BYTES_PER_MEGABYTE / seconds));
    figures.add(RunProfiler.averageResult("recovering, s/op", recoveringSeconds / count));
    figures.add(RunProfiler.averageResult("index, MB", copiedBytes / BYTES_PER_MEGABYTE / count));
    figures.add(RunProfiler.averageResult("leaderCpu, s/op", leaderCpuSeconds / count));
    figures.add(RunProfiler.averageResult("receiverCpu, s/op", receiverCpuSeconds / count));
    figures.add(
        RunProfiler.averageResult(
            "received, MB/op", flowControl.receivedBytes() / BYTES_PER_MEGABYTE / count));
    figures.addAll(RunProfiler.flowControlResults(flowControl, count));
    return figures;
  }
}
