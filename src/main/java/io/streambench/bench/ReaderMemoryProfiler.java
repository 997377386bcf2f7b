package io.streambench.bench;

import io.streambench.bench.merge.MergeRun;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * The most direct memory that the reader of a merge without Solr had up to the end of an iteration,
 * in bytes. Benchmarks without such a reader get nothing.
 */
public final class ReaderMemoryProfiler implements InternalProfiler {
  private static final String LABEL = "directMemory";
  private static final String UNIT = "B";

  /** Name and unit, as results have them. */
  public static final String COLUMN = LABEL + ", " + UNIT;

  @Override
  public String getDescription() {
    return "Direct memory of the reader of a merge without Solr";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    // The reader looks by itself.
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    OptionalLong bytes = MergeRun.mostDirectMemoryBytes();
    return bytes.isEmpty()
        ? List.of()
        : List.of(new ScalarResult(LABEL, bytes.getAsLong(), UNIT, AggregationPolicy.MAX));
  }
}
