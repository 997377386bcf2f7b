package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.AverageTimeResult;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.runner.WorkloadParams;

class WarmupCheckTest {
  private static BenchmarkParams params(Mode mode) {
    return JmhParams.of(mode, new WorkloadParams());
  }

  /** Warnings for one fork with these scores: operations per second, or seconds per operation. */
  private static List<String> warnings(Mode mode, double... scores) {
    BenchmarkParams params = params(mode);
    List<IterationResult> iterations =
        java.util.Arrays.stream(scores).mapToObj(score -> iteration(params, score)).toList();
    return WarmupCheck.warnings(
        List.of(new RunResult(params, List.of(new BenchmarkResult(params, iterations)))));
  }

  private static IterationResult iteration(BenchmarkParams params, double score) {
    IterationResult iteration = new IterationResult(params, params.getMeasurement(), null);
    long nanos = TimeUnit.SECONDS.toNanos(1);
    Result<?> result =
        params.getMode() == Mode.Throughput
            ? new ThroughputResult(ResultRole.PRIMARY, "stream", score, nanos, TimeUnit.SECONDS)
            : new AverageTimeResult(
                ResultRole.PRIMARY, "stream", 1, (long) (nanos * score), TimeUnit.SECONDS);
    iteration.addResult(result);
    return iteration;
  }

  @Test
  void iterationsThatClimbAreToldWithWhatToDo() {
    assertThat(warnings(Mode.Throughput, 58, 88, 94, 105))
        .containsExactly(
            "not warm: StreamingSearch.stream: +81 % from the first to the last iteration; warm up longer: -w 20");
    assertThat(warnings(Mode.Throughput, 58, 88)).hasSize(1);
    assertThat(warnings(Mode.AverageTime, 0.9, 0.7, 0.6, 0.5)).hasSize(1);
  }

  @Test
  void whatIsLevelOrScattersOrGetsSlowerIsNotCalledCold() {
    assertThat(warnings(Mode.Throughput, 100, 104, 98, 103)).isEmpty();
    assertThat(warnings(Mode.Throughput, 60, 105, 70, 90)).isEmpty();
    assertThat(warnings(Mode.Throughput, 105, 94, 88, 58)).isEmpty();
    assertThat(warnings(Mode.AverageTime, 0.5, 0.6, 0.7, 0.9)).isEmpty();
    assertThat(warnings(Mode.Throughput, 100, 102, 104, 106)).as("by 6 % only").isEmpty();
    assertThat(warnings(Mode.Throughput, 100)).isEmpty();
  }
}
