package io.streambench.compare.cells;

import io.streambench.compare.statistics.BetterDirection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A combination of benchmark, mode and parameters. Two cells are equal regardless of the order of
 * their parameters.
 *
 * @param benchmark class and method, followed by a colon and the metric if it replaces the score
 * @param mode JMH's short label: thrpt, avgt, sample or ss
 * @param params parameters by name, in the order of the file
 */
public record Cell(String benchmark, String mode, Map<String, String> params) {
  /** The parameter for the number of threads. A cell without this parameter has one thread. */
  public static final String THREADS_PARAMETER = "threads";

  private static final char METRIC_SEPARATOR = ':';

  private static final String OWN_PACKAGE = "io.streambench.";

  public Cell {
    params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
  }

  /**
   * Returns the parameters, with the number of threads added if {@code threads} is greater than 1.
   * The name of the added parameter is {@value #THREADS_PARAMETER}, or {@code -t} if the benchmark
   * itself has a parameter {@value #THREADS_PARAMETER}.
   */
  public static Map<String, String> withThreads(Map<String, String> params, int threads) {
    Map<String, String> all = new LinkedHashMap<>(params);
    if (threads > 1) {
      all.put(
          params.containsKey(THREADS_PARAMETER) ? "-t" : THREADS_PARAMETER,
          Integer.toString(threads));
    }
    return all;
  }

  /** Returns all combinations of these parameter values. The last parameter varies fastest. */
  public static List<Map<String, String>> combinations(
      Map<String, ? extends Collection<String>> values) {
    List<Map<String, String>> combinations = List.of(Map.of());
    for (Map.Entry<String, ? extends Collection<String>> parameter : values.entrySet()) {
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> combination : combinations) {
        for (String value : parameter.getValue()) {
          Map<String, String> next = new LinkedHashMap<>(combination);
          next.put(parameter.getKey(), value);
          longer.add(next);
        }
      }
      combinations = longer;
    }
    return combinations;
  }

  int threads() {
    String threads = params.getOrDefault("-t", params.getOrDefault(THREADS_PARAMETER, "1"));
    return threads.matches("[0-9]{1,9}") ? Math.max(1, Integer.parseInt(threads)) : 1;
  }

  /**
   * Returns the value of a parameter; empty if missing. {@value #THREADS_PARAMETER} defaults to 1.
   */
  public Optional<String> parameterValue(String name) {
    return Optional.ofNullable(
        params.getOrDefault(name, name.equals(THREADS_PARAMETER) ? "1" : null));
  }

  /** Returns the direction in which the score, or the metric that replaces it, improves. */
  public BetterDirection betterDirection(String unit) {
    int separator = benchmark.indexOf(METRIC_SEPARATOR);
    Unit parsed = Unit.of(unit);
    return separator < 0
        ? MetricDirection.directionOfScore(mode, parsed)
        : MetricDirection.directionOfMetric(benchmark.substring(separator + 1), mode, parsed);
  }

  public boolean hasMetric() {
    return benchmark.indexOf(METRIC_SEPARATOR) >= 0;
  }

  /**
   * Returns the class and method without the package, followed by the metric if it replaces the
   * score.
   */
  public String shortName() {
    int separator = benchmark.indexOf(METRIC_SEPARATOR);
    int method = benchmark.lastIndexOf('.', separator < 0 ? benchmark.length() : separator);
    return benchmark.substring(benchmark.lastIndexOf('.', method - 1) + 1);
  }

  /**
   * Returns the class and method without the metric. The package is omitted for benchmarks of this
   * project.
   */
  public String benchmarkMethod() {
    return (benchmark.startsWith(OWN_PACKAGE) ? shortName() : benchmark)
        .replaceFirst(METRIC_SEPARATOR + ".*", "");
  }

  /**
   * Returns the name of a secondary metric as JMH 1.37 and later write it. Earlier versions prefix
   * it with a middle dot and, in mode {@code sample}, with the method: {@code ·gc.time}, {@code
   * method·p0.99}.
   */
  String normalizeMetricName(String rawName) {
    String method = benchmark.substring(benchmark.lastIndexOf('.') + 1);
    String name = rawName.replace('\u00b7', METRIC_SEPARATOR);
    return name.replaceFirst("^(" + Pattern.quote(method) + ")?" + METRIC_SEPARATOR, "");
  }

  Cell withMetric(String name) {
    return new Cell(benchmark + METRIC_SEPARATOR + normalizeMetricName(name), mode, params);
  }

  /**
   * Returns a copy with the full name of the benchmark, or this cell if {@code fullNames} does not
   * contain exactly one match.
   */
  Cell withFullName(Set<String> fullNames) {
    List<String> longer =
        fullNames.stream().filter(name -> name.endsWith("." + benchmark)).toList();
    boolean isFound = benchmark.equals(shortName()) && longer.size() == 1;
    return isFound ? new Cell(longer.get(0), mode, params) : this;
  }

  /** Returns a copy without these parameters. */
  public Cell withoutParameters(Set<String> names) {
    Map<String, String> rest = new LinkedHashMap<>(params);
    rest.keySet().removeAll(names);
    return new Cell(benchmark, mode, rest);
  }
}
