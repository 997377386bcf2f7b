package io.streambench.cli;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;

/** Makes what JMH says of one combination: one fork, ten seconds of warm-up. */
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
}
