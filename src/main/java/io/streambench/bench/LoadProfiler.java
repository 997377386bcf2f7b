package io.streambench.bench;

import io.streambench.analysis.load.Latencies;
import io.streambench.bench.load.LoadCounter;
import io.streambench.bench.load.LoadRun;
import io.streambench.results.LoadFile;
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
 * Reports on the requests of a load, next to the score of every iteration. The figures are
 * throughput, latencies, and the part that succeeded. Benchmarks that send no load get nothing.
 */
public final class LoadProfiler implements InternalProfiler {
  @Override
  public String getDescription() {
    return "Requests: throughput, latencies end to end, success";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    // The run counts from the beginning of each load by itself.
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    return LoadRun.lastLoad()
        .filter(load -> load.succeeded() > 0)
        .map(LoadProfiler::results)
        .orElse(List.of());
  }

  private static List<ScalarResult> results(LoadCounter load) {
    Latencies latencies = LoadFile.latencies(load.latencies());
    return List.of(
        average("requests", load.succeeded() / load.seconds(), "1/s"),
        average("latencyP50", latencies.p50(), "ms"),
        average("latencyP99", latencies.p99(), "ms"),
        average("success", 100.0 * load.succeeded() / (load.succeeded() + load.failed()), "%"));
  }

  private static ScalarResult average(String label, double value, String unit) {
    return new ScalarResult(label, value, unit, AggregationPolicy.AVG);
  }
}
