package io.streambench.bench;

import io.streambench.bench.streaming.StreamingRun;
import io.streambench.recording.FlowControlTotals;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Reports the cost of flow control for the measured client, next to the score of every iteration.
 * It gives the time in which receive windows of sessions were used up, and that for streams. Both
 * are in ms/op, added up over all of them. It counts the WINDOW_UPDATE frames sent (1/op). Its last
 * figures are the most bytes that lay unread on one session, and these added up over all sessions.
 * Benchmarks that stream nothing get nothing.
 */
public final class FlowControlProfiler implements InternalProfiler {
  private FlowControlTotals before = FlowControlTotals.NONE;

  @Override
  public String getDescription() {
    return "HTTP/2 flow control: stalls, WINDOW_UPDATEs and unread bytes of the benchmark's client";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    before = StreamingRun.currentTotals().orElse(FlowControlTotals.NONE);
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    long operations = result.getMetadata().getAllOps();
    return StreamingRun.currentTotals()
        .filter(now -> operations > 0)
        .map(now -> results(now.since(before), operations))
        .orElse(List.of());
  }

  private static List<ScalarResult> results(FlowControlTotals cost, long operations) {
    return List.of(
        average("sessionStall", cost.sessionStallNanos() / 1e6 / operations, "ms/op"),
        average("streamStall", cost.streamStallNanos() / 1e6 / operations, "ms/op"),
        average("windowUpdates", (double) cost.windowUpdates() / operations, "1/op"),
        new ScalarResult("peakUnread", cost.peakUnreadBytes(), "B", AggregationPolicy.MAX),
        new ScalarResult("peakUnreadSum", cost.peakUnreadSumBytes(), "B", AggregationPolicy.MAX));
  }

  private static ScalarResult average(String label, double value, String unit) {
    return new ScalarResult(label, value, unit, AggregationPolicy.AVG);
  }
}
