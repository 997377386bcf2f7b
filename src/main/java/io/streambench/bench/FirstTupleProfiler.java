package io.streambench.bench;

import io.streambench.bench.streaming.ShardReader;
import io.streambench.bench.streaming.StreamingRun;
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
 * Time from the beginning of a reading to its first tuple (ms/op), beside the score of every
 * iteration. Benchmarks that do not tell it get nothing.
 */
public final class FirstTupleProfiler implements InternalProfiler {
  private long nanosBefore;
  private long readingsBefore;

  @Override
  public String getDescription() {
    return "Time to the first tuple of a reading";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    ShardReader reader = StreamingRun.currentShardReader().orElse(null);
    nanosBefore = reader == null ? 0 : reader.firstTupleNanos();
    readingsBefore = reader == null ? 0 : reader.readings();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    return StreamingRun.currentShardReader()
        .filter(reader -> reader.readings() > readingsBefore)
        .map(
            reader ->
                (reader.firstTupleNanos() - nanosBefore)
                    / 1e6
                    / (reader.readings() - readingsBefore))
        .map(millis -> new ScalarResult("firstTuple", millis, "ms/op", AggregationPolicy.AVG))
        .map(List::of)
        .orElse(List.of());
  }
}
