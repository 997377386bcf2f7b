package io.streambench.compare.study;

import io.streambench.compare.cells.Cell;
import io.streambench.compare.cells.CellOutcome;
import io.streambench.flow.window.FlowControlKind;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A combination of parameters that a study measures.
 *
 * @param label short name, unique in its study
 * @param benchmark class and method, without the package
 * @param parameters parameters that differ from the benchmark's defaults
 */
public record StudyCell(
    String label, String benchmark, Map<String, String> parameters, int threads) {

  public static final String STREAMING_BENCHMARK = "StreamingSearch.stream";

  /** Parses parameters such as {@code numShards=12 useHttp1=true}; the text may be empty. */
  public static Map<String, String> parseParameters(String pairs) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String pair : pairs.isEmpty() ? new String[0] : pairs.split(" ")) {
      int equals = pair.indexOf('=');
      parameters.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    return parameters;
  }

  public StudyCell {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }

  /** Returns a copy with these parameters replaced or added. */
  public StudyCell withParameters(Map<String, String> overrides) {
    return new StudyCell(label, benchmark, merge(parameters, overrides), threads);
  }

  static Map<String, String> merge(Map<String, String> defaults, Map<String, String> overrides) {
    Map<String, String> all = new LinkedHashMap<>(defaults);
    all.putAll(overrides);
    return all;
  }

  /** Returns a copy with these values for parameters that the cell does not set. */
  public StudyCell withDefaultsFrom(Map<String, String> defaults) {
    return new StudyCell(label, benchmark, merge(defaults, parameters), threads);
  }

  static boolean isVaried(String name, List<StudyCell> cells) {
    return cells.stream().map(cell -> cell.parameters.getOrDefault(name, "")).distinct().count()
        > 1;
  }

  /**
   * Returns the parameters that identify a cell of a benchmark, including the number of threads
   * unless it is 1.
   */
  Map<String, String> identifyingParameters() {
    return Cell.withThreads(parameters, threads);
  }

  boolean matches(CellOutcome outcome) {
    Map<String, String> identity = identifyingParameters();
    Map<String, String> params = outcome.params();
    if (!outcome.benchmark().endsWith(benchmark)
        || !identity.keySet().containsAll(params.keySet())) {
      return false;
    }
    return params.size() == identity.size()
        ? params.equals(identity)
        : addDefaultValues(params).equals(identity);
  }

  /**
   * Returns a copy of this cell for an outcome that differs only in a retired strategy or copy
   * mode; empty if the outcome differs in anything else.
   */
  Optional<StudyCell> withRetiredParameters(CellOutcome outcome) {
    boolean copy = !outcome.params().getOrDefault("copiedBy", "solr").equals("solr");
    String name = copy ? "copiedBy" : FlowControlKind.PARAMETER_NAME;
    String current = copy ? "http1" : parameters.get(name);
    String value = outcome.params().get(name);
    if (current == null || value == null || !label.startsWith(current + "-")) {
      return Optional.empty();
    }
    Map<String, String> otherParameters = merge(parameters, Map.of(name, value));
    String retiredLabel = value + label.substring(current.length());
    return Optional.of(new StudyCell(retiredLabel, benchmark, otherParameters, threads))
        .filter(cell -> cell.matches(outcome));
  }

  /** Returns the command for one fork. Omits parameters that equal their only default. */
  String command(Timing timing, List<String> jvmArgs) {
    StringBuilder command = new StringBuilder("./jmh.sh -f 1");
    command
        .append(timing.hasSingleShots() ? " -bm ss" : "")
        .append(" -wi ")
        .append(timing.warmupIterations());
    command.append(timing.hasSingleShots() ? "" : " -w " + timing.warmupSeconds());
    command.append(" -i ").append(timing.iterations());
    command.append(timing.hasSingleShots() ? "" : " -r " + timing.seconds());
    new TreeMap<>(identifyingParameters())
        .forEach(
            (name, value) -> {
              if (!Benchmarks.isDefault(benchmark, name, value)) {
                command.append(name.equals("threads") ? " -t " : " -p " + name + "=").append(value);
              }
            });
    jvmArgs.forEach(argument -> command.append(" -jvmArgs ").append(argument));
    return command.append(' ').append(benchmark).toString();
  }

  /** Adds default values for parameters that did not exist in earlier versions. */
  Map<String, String> addDefaultValues(Map<String, String> params) {
    return merge(Benchmarks.defaultParameters(benchmark), params);
  }
}
