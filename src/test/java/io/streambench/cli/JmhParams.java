package io.streambench.cli;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;

/** Creates JMH's description of one combination, with one fork and ten seconds of warm-up. */
public final class JmhParams {
  private JmhParams() {}

  public static BenchmarkParams of(Mode mode, WorkloadParams parameters) {
    return new BenchmarkParams(
        "io.streambench.bench.StreamingSearch.stream",
        "generated",
        false,
        1,
        new int[] {1},
        List.of(),
        1,
        0,
        new IterationParams(IterationType.WARMUP, 1, TimeValue.seconds(10), 1),
        new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.seconds(1), 1),
        mode,
        parameters,
        TimeUnit.SECONDS,
        1,
        "java",
        List.of(),
        "17",
        "VM",
        "17",
        "1.37",
        TimeValue.minutes(10));
  }

  /** Creates a result of this combination: one iteration of five operations in one second. */
  public static BenchmarkResult result(BenchmarkParams params) {
    IterationResult iteration = new IterationResult(params, params.getMeasurement(), null);
    iteration.addResult(
        new ThroughputResult(ResultRole.PRIMARY, "stream", 5, 1_000_000_000, TimeUnit.SECONDS));
    return new BenchmarkResult(params, List.of(iteration));
  }
}
