package io.streambench.results;

import io.streambench.analysis.compare.Fork;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One result of JMH.
 *
 * @param unit of the scores, as JMH writes it: {@code ops/s}, {@code ms/op}
 * @param forks scores by fork and iteration
 * @param secondary what profilers measured, by name
 */
public record CellResult(
    Cell cell,
    String unit,
    List<Fork> forks,
    Map<String, Metric> secondary,
    Circumstances circumstances) {
  public CellResult {
    forks = List.copyOf(forks);
    secondary = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(secondary));
  }

  /** A metric of a profiler in the place of the score; without forks if there is no such metric. */
  CellResult metric(String name) {
    Metric metric = secondary.getOrDefault(name, new Metric(unit, List.of()));
    List<Fork> measured =
        metric.forks().stream().filter(fork -> !fork.isEmpty()).map(Fork::new).toList();
    return new CellResult(cell.metric(name), metric.unit(), measured, Map.of(), circumstances);
  }
}
