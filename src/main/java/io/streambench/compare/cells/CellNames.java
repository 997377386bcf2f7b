package io.streambench.compare.cells;

import io.streambench.base.TextFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The short names of cells that are shown together. A name contains only the parts that differ
 * between the cells. Benchmarks are named by class and method, with the package only if it is
 * needed.
 */
public final class CellNames {
  private final Map<String, UnaryOperator<String>> shortenerByParameter = new LinkedHashMap<>();
  private final Map<String, Set<String>> benchmarksByShortName = new HashMap<>();
  private final boolean hasSeveralBenchmarks;
  private final boolean hasSeveralModes;

  public CellNames(List<Cell> cells) {
    Set<String> names = new LinkedHashSet<>();
    for (Cell cell : cells) {
      names.addAll(cell.params().keySet());
      benchmarksByShortName
          .computeIfAbsent(cell.shortName(), unseen -> new HashSet<>())
          .add(cell.benchmark());
    }
    for (String name : names) {
      List<String> values =
          cells.stream().map(cell -> parameterValue(cell, name)).distinct().toList();
      if (values.size() > 1) {
        shortenerByParameter.put(name, TextFormat.shortener(values));
      }
    }
    hasSeveralBenchmarks = cells.stream().map(Cell::benchmark).distinct().count() > 1;
    hasSeveralModes = cells.stream().map(Cell::mode).distinct().count() > 1;
  }

  /** Returns the parameters with more than one value, in the order of the files. */
  public List<String> varyingParameters() {
    return List.copyOf(shortenerByParameter.keySet());
  }

  public static String parameterValue(Cell cell, String parameter) {
    return cell.params().getOrDefault(parameter, "");
  }

  /** Returns a parameter's value for a table, shortened if it stays distinct from other values. */
  public String shortValue(Cell cell, String parameter) {
    return shortenerByParameter.get(parameter).apply(parameterValue(cell, parameter));
  }

  /**
   * Returns a name that distinguishes a cell from the other cells: the benchmark, or varying
   * parameters such as {@code numShards=12, useHttp1=false}.
   */
  public String shortName(Cell cell) {
    List<String> parts = new ArrayList<>();
    if (hasSeveralBenchmarks || shortenerByParameter.isEmpty()) {
      parts.add(benchmarkName(cell));
    }
    if (hasSeveralModes) {
      parts.add(cell.mode());
    }
    for (String name : shortenerByParameter.keySet()) {
      if (cell.params().containsKey(name)) {
        parts.add(name + "=" + shortValue(cell, name));
      }
    }
    return String.join(", ", parts);
  }

  public String benchmarkName(Cell cell) {
    return benchmarksByShortName.getOrDefault(cell.shortName(), Set.of()).size() > 1
        ? cell.benchmark()
        : cell.shortName();
  }
}
