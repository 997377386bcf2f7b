package io.streambench.compare.outcome;

import io.streambench.compare.cells.Cell;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.WorkloadParams;

/**
 * The parameters in the summary of a run; JMH itself would show all. Parameters that differ between
 * combinations have a column. Parameters that the user gave, but that have the same value in all
 * combinations, share one line.
 */
public record ShownParameters(
    List<String> columns, Map<String, String> constantParameters, boolean hasAllParameters) {
  public static ShownParameters all(Collection<Cell> cells) {
    return new ShownParameters(List.copyOf(parameterNames(cells)), Map.of(), true);
  }

  /** Selects the parameters that differ between these cells or were given by the user. */
  public static ShownParameters of(Collection<Cell> cells, Set<String> givenNames) {
    List<String> columns = new ArrayList<>();
    Map<String, String> sameInAll = new TreeMap<>();
    Set<String> all = parameterNames(cells);
    if (givenNames.contains(Cell.THREADS_PARAMETER)) {
      all.add(Cell.THREADS_PARAMETER); // a single thread is not among a cell's parameters
    }
    for (String name : all) {
      List<String> values =
          cells.stream().flatMap(cell -> cell.parameterValue(name).stream()).distinct().toList();
      if (values.size() > 1) {
        columns.add(name);
      } else if (givenNames.contains(name)) {
        sameInAll.put(name, values.get(0));
      }
    }
    return new ShownParameters(columns, sameInAll, false);
  }

  /** Returns the names of all parameters in alphabetical order, as JMH does. */
  private static Set<String> parameterNames(Collection<Cell> cells) {
    Set<String> names = new TreeSet<>();
    cells.forEach(cell -> names.addAll(cell.params().keySet()));
    return names;
  }

  /**
   * Returns the line above a table, which lists {@code constantColumns} and the parameters without
   * a column.
   */
  public Optional<String> describeParametersWithoutColumn(List<String> constantColumns) {
    List<String> same = new ArrayList<>(constantColumns);
    constantParameters.forEach((name, value) -> same.add(name + "=" + value));
    String rows = same.isEmpty() ? "" : "in every row: " + String.join(", ", same);
    String others = hasAllParameters ? "" : "all other parameters have their defaults";
    return Stream.of(rows, others)
        .filter(part -> !part.isEmpty())
        .reduce((one, next) -> one + "; " + next);
  }

  /** Returns the parameters for the header of a combination, limited to those that are shown. */
  BenchmarkParams limitToShown(BenchmarkParams params) {
    Set<String> shown = new TreeSet<>(columns);
    shown.addAll(constantParameters.keySet());
    return select(shown, params);
  }

  /** Returns a row of JMH's table, limited to the parameters that have a column. */
  RunResult limitToColumns(RunResult result) {
    return new RunResult(select(columns, result.getParams()), result.getBenchmarkResults());
  }

  private static BenchmarkParams select(Collection<String> names, BenchmarkParams params) {
    WorkloadParams shown = new WorkloadParams();
    for (String name : names) {
      if (params.getParam(name) != null) {
        shown.put(name, params.getParam(name), 0);
      }
    }
    return copy(params, shown, params.getForks());
  }

  /** Copies a benchmark's parameters with other {@code @Param} values and another fork count. */
  static BenchmarkParams copy(
      BenchmarkParams params, WorkloadParams workloadParams, int forkCount) {
    return new BenchmarkParams(
        params.getBenchmark(),
        params.generatedBenchmark(),
        params.shouldSynchIterations(),
        params.getThreads(),
        params.getThreadGroups(),
        params.getThreadGroupLabels(),
        forkCount,
        params.getWarmupForks(),
        params.getWarmup(),
        params.getMeasurement(),
        params.getMode(),
        workloadParams,
        params.getTimeUnit(),
        params.getOpsPerInvocation(),
        params.getJvm(),
        params.getJvmArgs(),
        params.getJdkVersion(),
        params.getVmName(),
        params.getVmVersion(),
        params.getJmhVersion(),
        params.getTimeout());
  }
}
