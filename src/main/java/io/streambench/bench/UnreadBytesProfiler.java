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
 * The most bytes that lay unread at one moment in the reader of a merge without Solr, up to the end
 * of an iteration. Benchmarks without such a reader get nothing, nor does one that does not count.
 */
public final class UnreadBytesProfiler implements InternalProfiler {
  private static final String LABEL = "unreadBytes";
  private static final String UNIT = "B";

  /** Name and unit, as results have them. */
  public static final String COLUMN = LABEL + ", " + UNIT;

  @Override
  public String getDescription() {
    return "Most unread bytes in the reader of a merge without Solr";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    // The reader counts by itself.
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    OptionalLong bytes = MergeRun.mostUnreadBytes();
    return bytes.isEmpty()
        ? List.of()
        : List.of(new ScalarResult(LABEL, bytes.getAsLong(), UNIT, AggregationPolicy.MAX));
  }
}
