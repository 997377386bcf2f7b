package io.streambench.results;

import io.streambench.analysis.compare.Better;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * One combination of what was measured. Two cells are equal if all of it is, in whatever order the
 * parameters stand.
 *
 * @param benchmark class and method
 * @param mode JMH's short word: thrpt, avgt, sample or ss
 * @param params by name, in the order of the file
 */
public record Cell(String benchmark, String mode, Map<String, String> params) {
  private static final char METRIC = ':';

  /** Metrics of our own profilers of which more is better; all others are costs. */
  private static final Set<String> MORE_IS_BETTER = Set.of("requests", "success");

  public Cell {
    params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
  }

  /**
   * The parameters with the number of threads, where there is more than one: loads that differ in
   * it alone are different cells, and JMH does not have it among the parameters.
   */
  public static Map<String, String> withThreads(Map<String, String> params, int threads) {
    Map<String, String> all = new LinkedHashMap<>(params);
    if (threads > 1) {
      all.putIfAbsent("threads", Integer.toString(threads));
    }
    return all;
  }

  /** Throughput is the better the higher; a time is not, nor is what a profiler counts. */
  public Better better() {
    int metric = benchmark.indexOf(METRIC);
    boolean higher =
        metric < 0
            ? mode.equals("thrpt")
            : MORE_IS_BETTER.contains(benchmark.substring(metric + 1));
    return higher ? Better.HIGHER : Better.LOWER;
  }

  public boolean isMetric() {
    return benchmark.indexOf(METRIC) >= 0;
  }

  /** Class and method without the package; behind a colon the metric, if it is not the score. */
  public String shortName() {
    int metric = benchmark.indexOf(METRIC);
    int method = benchmark.lastIndexOf('.', metric < 0 ? benchmark.length() : metric);
    return benchmark.substring(benchmark.lastIndexOf('.', method - 1) + 1);
  }

  /** Class and method without the package, and without a profiler's metric. */
  public String method() {
    return shortName().replaceFirst(METRIC + ".*", "");
  }

  Cell metric(String name) {
    return new Cell(benchmark + METRIC + name, mode, params);
  }

  Cell named(String name) {
    return new Cell(name, mode, params);
  }

  /** This without those parameters. */
  public Cell without(Set<String> names) {
    Map<String, String> rest = new LinkedHashMap<>(params);
    rest.keySet().removeAll(names);
    return new Cell(benchmark, mode, rest);
  }
}
