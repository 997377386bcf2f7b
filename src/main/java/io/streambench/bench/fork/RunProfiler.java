package io.streambench.bench.fork;

import io.streambench.bench.rendezvous.Barrier;
import io.streambench.bench.rendezvous.JointRun;
import io.streambench.flow.recording.FlowControlTotals;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * A profiler that adds the current run's secondary results to every iteration, such as flow-control
 * stalls, the time to the first tuple, request latencies, or the duration of recoveries. In a joint
 * run, this profiler makes the clients on all machines begin an iteration at the same time. The
 * first iteration of a joint run should be a warm-up, since that iteration also creates the
 * connections and documents.
 */
public final class RunProfiler implements InternalProfiler {
  /**
   * The divisor of JMH's timeout. Clients wait for each other for at most half of the timeout, to
   * leave time for the iteration.
   */
  private static final int JMH_TIMEOUT_DIVISOR = 2;

  /** The barrier, which is opened before the first iteration of a joint run; null in other runs. */
  private Barrier barrier;

  @Override
  public String getDescription() {
    return "Flow control, requests, time to the first tuple and recoveries of the current run";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    try {
      Optional<JointRun> joint = JointRun.of(System.getProperty(JointRun.PROPERTY));
      if (joint.isPresent()) {
        if (barrier == null) {
          barrier = Barrier.open(joint.get(), Job.combinationId(benchmark));
        }
        Duration timeout = Duration.ofNanos(benchmark.getTimeout().convertTo(TimeUnit.NANOSECONDS));
        barrier.await(timeout.dividedBy(JMH_TIMEOUT_DIVISOR), RunProfiler::warn);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      warn("this client does not begin together with the others: " + e);
    }
    BenchmarkRun.current(BenchmarkRun.class).ifPresent(BenchmarkRun::beginIteration);
  }

  private static void warn(String text) {
    System.out.println("# warning: " + text);
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    return BenchmarkRun.current(BenchmarkRun.class)
        .map(run -> run.secondaryResults(result.getMetadata().getAllOps()))
        .orElse(List.of());
  }

  /** Creates a secondary result; {@code labelAndUnit} is, for example, "latencyP50, ms". */
  public static ScalarResult averageResult(String labelAndUnit, double value) {
    String[] parts = labelAndUnit.split(", ", 2);
    return new ScalarResult(parts[0], value, parts[1], AggregationPolicy.AVG);
  }

  /** Returns stall times and WINDOW_UPDATE frames per operation, and the peak of unread bytes. */
  public static List<ScalarResult> flowControlResults(
      FlowControlTotals totals, double operationCount) {
    return List.of(
        averageResult("sessionStall, ms/op", totals.sessionStallNanos() / 1e6 / operationCount),
        averageResult("streamStall, ms/op", totals.streamStallNanos() / 1e6 / operationCount),
        averageResult("windowUpdates, 1/op", totals.windowUpdates() / operationCount),
        new ScalarResult("peakUnread", totals.peakUnreadBytes(), "B", AggregationPolicy.MAX),
        new ScalarResult("peakUnreadSum", totals.peakUnreadSumBytes(), "B", AggregationPolicy.MAX));
  }
}
