package io.streambench.bench;

import io.streambench.bench.recovery.RecoveryCost;
import io.streambench.bench.recovery.RecoveryRun;
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
 * The cost of recoveries, next to the score of every iteration: megabytes of index per second, the
 * time from the first replica that recovers, CPU time of both nodes, and the flow control of the
 * recovering node's clients as {@link FlowControlProfiler} names it. Benchmarks that recover
 * nothing get nothing.
 */
public final class RecoveryProfiler implements InternalProfiler {
  private static final double MEGABYTE = 1e6;

  @Override
  public String getDescription() {
    return "Recovery of replicas: MB/s, CPU time of both nodes, flow control";
  }

  /** Drops the cost of what ran before: it belongs to no iteration. */
  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    RecoveryRun.takeCost();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    RecoveryCost cost = RecoveryRun.takeCost();
    return cost.operations() == 0 ? List.of() : results(cost, cost.operations());
  }

  private static List<ScalarResult> results(RecoveryCost cost, double operations) {
    FlowControlTotals flowControl = cost.flowControl();
    return List.of(
        average("rate", cost.bytes() / MEGABYTE / cost.seconds(), "MB/s"),
        average("recovering", cost.fileSeconds() / operations, "s/op"),
        average("index", cost.bytes() / MEGABYTE / operations, "MB"),
        average("leaderCpu", cost.leaderCpuSeconds() / operations, "s/op"),
        average("receiverCpu", cost.receiverCpuSeconds() / operations, "s/op"),
        average("received", flowControl.receivedBytes() / MEGABYTE / operations, "MB/op"),
        average("sessionStall", flowControl.sessionStallNanos() / 1e6 / operations, "ms/op"),
        average("streamStall", flowControl.streamStallNanos() / 1e6 / operations, "ms/op"),
        average("windowUpdates", flowControl.windowUpdates() / operations, "1/op"),
        new ScalarResult("peakUnread", flowControl.peakUnreadBytes(), "B", AggregationPolicy.MAX),
        new ScalarResult(
            "peakUnreadSum", flowControl.peakUnreadSumBytes(), "B", AggregationPolicy.MAX));
  }

  private static ScalarResult average(String label, double value, String unit) {
    return new ScalarResult(label, value, unit, AggregationPolicy.AVG);
  }
}
