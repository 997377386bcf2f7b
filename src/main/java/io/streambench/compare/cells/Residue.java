package io.streambench.compare.cells;

import io.streambench.compare.statistics.Fork;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The largest value of a metric that is only a residue, for which a ratio is meaningless: 0.01
 * bytes or events per operation, or JMH's own allocations per operation, at most 8 KiB per
 * iteration. (For a benchmark without allocations these were 0.4 KiB with JMH 1.32, with 300 as
 * well as 300,000 operations per iteration; later versions count all threads.) In mode {@code
 * sample}, each thread also fills JMH's histogram: 4 KiB for each power of two among the times.
 */
final class Residue {
  private static final double MAX_PER_OPERATION = 0.01;
  private static final double MAX_BYTES_PER_ITERATION = 8 << 10;
  private static final double HISTOGRAM_BYTES = 54 * (4 << 10);
  private static final double BYTES_PER_MEGABYTE = 1 << 20;
  private static final String ALLOCATED = "gc.alloc.rate";

  private Residue() {}

  /**
   * The residue of a metric in this unit, measured with these scores; 0 if every value is
   * significant.
   */
  static double of(String metric, Unit unit, JmhResult measured) {
    OptionalDouble seconds = measured.circumstances().iterationSeconds();
    Cell cell = measured.cell();
    double bytes =
        MAX_BYTES_PER_ITERATION
            + (cell.mode().equals("sample") ? cell.threads() * HISTOGRAM_BYTES : 0);
    if (unit.equals(Unit.of("MB/sec")) && metric.startsWith(ALLOCATED)) {
      return bytes / BYTES_PER_MEGABYTE / Math.max(1, seconds.orElse(1));
    }
    if (!unit.isPerOperation() || unit.isTime()) {
      return 0;
    }
    return unit.equals(Unit.of("B/op")) && seconds.isPresent()
        ? Math.max(MAX_PER_OPERATION, bytes / operations(measured, seconds.getAsDouble()))
        : MAX_PER_OPERATION;
  }

  /** Operations of all threads per iteration; 1 for a single shot. */
  private static double operations(JmhResult measured, double seconds) {
    Unit unit = Unit.of(measured.unit());
    List<Fork> forks = measured.forks().stream().filter(Fork::isMeasured).toList();
    double mean = forks.stream().mapToDouble(Fork::score).average().orElse(0);
    int threads = unit.isTime() ? measured.cell().threads() : 1;
    return unit.secondsPerOperation(mean)
        .map(each -> Math.max(1, threads * seconds / each))
        .orElse(1.0);
  }
}
