package io.streambench.compare.cells;

import io.streambench.compare.statistics.Fork;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One result in a JMH file.
 *
 * @param unit unit of the scores, as JMH writes it: {@code ops/s}, {@code ms/op}
 * @param secondaryMetrics the profilers' metrics, by name
 * @param nearZeroLimit limit up to which a score counts as near zero; 0 except for some metrics
 * @param timeRange time range of the fork; empty if unknown, or if there are several forks
 */
public record JmhResult(
    Cell cell,
    String unit,
    List<Fork> forks,
    Map<String, Metric> secondaryMetrics,
    Conditions conditions,
    double nearZeroLimit,
    Optional<TimeRange> timeRange) {
  private static final Pattern DURATION_PATTERN = Pattern.compile("(\\d{1,9}) (\\w+)$");

  /**
   * The values of a profiler's metric.
   *
   * @param forks the values of all iterations, by fork; NaN for missing values
   */
  public record Metric(String unit, List<List<Double>> forks) {
    /**
     * Returns a copy with zeros appended until each fork has as many values as in {@code
     * reference}.
     */
    Metric padWithZeros(List<List<Double>> reference) {
      List<List<Double>> filled = new ArrayList<>();
      for (int i = 0; i < reference.size(); i++) {
        List<Double> values = new ArrayList<>(i < forks.size() ? forks.get(i) : List.of());
        values.addAll(
            Collections.nCopies(Math.max(0, reference.get(i).size() - values.size()), 0.0));
        filled.add(values);
      }
      return new Metric(unit, filled);
    }
  }

  /**
   * The conditions of a measurement, apart from the parameters of its cell.
   *
   * @param facts readable values by name: JDK, VM, threads, warm-up, measurement
   * @param jvmArgs JVM arguments of the forks, without those that only name folders
   * @param isForked false if the benchmark ran in JMH's own JVM
   */
  public record Conditions(Map<String, String> facts, List<String> jvmArgs, boolean isForked) {
    static final String MEASUREMENT_FACT = "measurement";
    static final String THREADS_FACT = "threads";

    /** The number of benchmark method calls per operation. */
    static final String BATCH_SIZE_FACT = "batchSize";

    /** Returns the duration of a measured iteration: 0 for a single shot, empty if unknown. */
    OptionalDouble iterationSeconds() {
      if (!facts.containsKey(MEASUREMENT_FACT)) {
        return OptionalDouble.empty();
      }
      Matcher time = DURATION_PATTERN.matcher(facts.get(MEASUREMENT_FACT));
      return OptionalDouble.of(
          time.find()
              ? Integer.parseInt(time.group(1)) * Unit.of(time.group(2)).baseUnitFactor()
              : 0);
    }
  }

  /**
   * Returns the values of a metric. For an iteration without a garbage collection, JMH omits the
   * metrics {@code gc.time} and {@code gc.churn}, which are then 0.
   */
  private Optional<Metric> findMetric(String name) {
    Optional<Metric> written = Optional.ofNullable(secondaryMetrics.get(name));
    Metric collections = secondaryMetrics.get("gc.count");
    if (collections == null || !name.matches("gc\\.(time|churn\\..+)")) {
      return written;
    }
    boolean neverCollected =
        collections.forks().stream().allMatch(fork -> fork.stream().allMatch(n -> n == 0));
    return written
        .or(() -> neverCollected ? Optional.of(new Metric(gcMetricUnit(name), List.of())) : written)
        .map(metric -> metric.padWithZeros(collections.forks()));
  }

  private static String gcMetricUnit(String name) {
    return name.equals("gc.time") ? "ms" : name.endsWith(".norm") ? "B/op" : "MB/sec";
  }

  /**
   * Returns a result with a metric in place of the score, averaged over the iterations of each
   * fork. Empty if there is no such metric.
   */
  Optional<JmhResult> withMetricAsScore(String name) {
    return findMetric(cell.normalizeMetricName(name))
        .map(
            metric ->
                new JmhResult(
                    cell.withMetric(name),
                    metric.unit(),
                    metric.forks().stream()
                        .map(iterations -> iterations.stream().mapToDouble(d -> d).average())
                        .map(mean -> new Fork(List.of(mean.orElse(Double.NaN))))
                        .toList(),
                    Map.of(),
                    conditions,
                    NearZeroLimit.of(name, Unit.of(metric.unit()), this),
                    timeRange));
  }

  /** Returns the fraction of JMH's own allocations in a cell that is not used for histograms. */
  static double shareWithoutHistograms(Cell cell) {
    double others = NearZeroLimit.bytesWithoutHistograms(cell);
    return others / (others + NearZeroLimit.histogramBytes(cell));
  }

  /**
   * The largest value, or difference between two values, that may be JMH's own overhead: 0.01 bytes
   * or events per operation or, for allocations, at most 8 KiB per iteration and 4 KiB for each
   * further thread. (Measured in iterations without other allocations: 0.4 KiB with JMH 1.32, which
   * counts fewer threads; 2 to 6 KiB with 1.37, 7 to 19 KiB with four threads, and 17 KiB with
   * sixteen, for 1 as well as 250 million operations.) In mode {@code sample}, each thread also
   * fills JMH's histogram: 4 KiB for each power of two among the times.
   */
  private static final class NearZeroLimit {
    private static final double MAX_OVERHEAD_PER_OPERATION = 0.01;
    private static final double MAX_BYTES_PER_ITERATION = 8 << 10;
    private static final double BYTES_PER_FURTHER_THREAD = 4 << 10;
    private static final double HISTOGRAM_BYTES = 54 * (4 << 10);
    private static final double BYTES_PER_MEGABYTE = 1 << 20;
    private static final String ALLOCATION_RATE_METRIC = "gc.alloc.rate";

    private NearZeroLimit() {}

    static double bytesWithoutHistograms(Cell cell) {
      return MAX_BYTES_PER_ITERATION + (cell.threads() - 1) * BYTES_PER_FURTHER_THREAD;
    }

    static double histogramBytes(Cell cell) {
      return cell.mode().equals("sample") ? cell.threads() * HISTOGRAM_BYTES : 0;
    }

    /** Returns the limit in the unit of the metric; 0 if every value is significant. */
    static double of(String metric, Unit unit, JmhResult result) {
      OptionalDouble seconds = result.conditions().iterationSeconds();
      Cell cell = result.cell();
      double bytes = bytesWithoutHistograms(cell) + histogramBytes(cell);
      if (unit.equals(Unit.of("MB/sec")) && metric.startsWith(ALLOCATION_RATE_METRIC)) {
        return bytes / BYTES_PER_MEGABYTE / Math.max(1, seconds.orElse(1));
      }
      if (!unit.isPerOperation() || unit.isTimePerOperation()) {
        return 0;
      }
      return unit.equals(Unit.of("B/op")) && seconds.isPresent()
          ? Math.max(
              MAX_OVERHEAD_PER_OPERATION,
              bytes / operationsPerIteration(result, seconds.getAsDouble()))
          : MAX_OVERHEAD_PER_OPERATION;
    }

    /**
     * Returns the number of operations that all threads complete in an iteration, which is at least
     * one per thread.
     */
    private static double operationsPerIteration(JmhResult result, double seconds) {
      Unit unit = Unit.of(result.unit());
      List<Fork> forks = result.forks().stream().filter(Fork::hasUsableScores).toList();
      double mean = forks.stream().mapToDouble(Fork::score).average().orElse(0);
      double threads = result.cell().threads();
      double busySeconds = unit.isTimePerOperation() ? threads * seconds : seconds;
      return unit.secondsPerOperation(mean)
          .map(each -> Math.max(threads, busySeconds / each))
          .orElse(threads);
    }
  }
}
