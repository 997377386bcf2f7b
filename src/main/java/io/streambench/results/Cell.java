package io.streambench.results;

import io.streambench.analysis.compare.Better;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One combination of what was measured. Two cells are equal if all of it is, in whatever order the
 * parameters stand.
 *
 * @param benchmark class and method
 * @param mode JMH's short word: thrpt, avgt, sample or ss
 * @param params by name, in the order of the file
 */
public record Cell(String benchmark, String mode, Map<String, String> params) {
  private static final String THROUGHPUT = "thrpt";
  private static final String THREADS = "threads";

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
      all.putIfAbsent(THREADS, Integer.toString(threads));
    }
    return all;
  }

  /** Throughput is the better the higher; all other modes measure a time. */
  public Better better() {
    return mode.equals(THROUGHPUT) ? Better.HIGHER : Better.LOWER;
  }

  /** Class and method without the package. */
  public String shortName() {
    int method = benchmark.lastIndexOf('.');
    return benchmark.substring(benchmark.lastIndexOf('.', method - 1) + 1);
  }

  Cell named(String name) {
    return new Cell(name, mode, params);
  }

  Cell without(java.util.Set<String> names) {
    Map<String, String> rest = new LinkedHashMap<>(params);
    rest.keySet().removeAll(names);
    return new Cell(benchmark, mode, rest);
  }
}
