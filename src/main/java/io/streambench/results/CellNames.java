package io.streambench.results;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Short names for cells that are seen together: only what differs between them is said. */
public final class CellNames {
  private final List<String> varying = new ArrayList<>();
  private final boolean benchmarks;
  private final boolean modes;

  /** BenchmarkNames that tell these cells apart. */
  public CellNames(List<Cell> cells) {
    Set<String> names = new LinkedHashSet<>();
    cells.forEach(cell -> names.addAll(cell.params().keySet()));
    for (String name : names) {
      if (cells.stream().map(cell -> value(cell, name)).distinct().count() > 1) {
        varying.add(name);
      }
    }
    benchmarks = cells.stream().map(Cell::benchmark).distinct().count() > 1;
    modes = cells.stream().map(Cell::mode).distinct().count() > 1;
  }

  /** Parameters that have more than one value, in the order of the files. */
  public List<String> varying() {
    return List.copyOf(varying);
  }

  /** Returns whether there is more than one benchmark. */
  public boolean severalBenchmarks() {
    return benchmarks;
  }

  /** Returns whether there is more than one mode. */
  public boolean severalModes() {
    return modes;
  }

  /** A parameter's value; empty if the cell does not have it. */
  public static String value(Cell cell, String parameter) {
    return cell.params().getOrDefault(parameter, "");
  }

  /** {@code numShards=12, useHttp1=false}; the benchmark where there is nothing else to say. */
  public String of(Cell cell) {
    List<String> parts = new ArrayList<>();
    if (benchmarks || varying.isEmpty()) {
      parts.add(cell.shortName());
    }
    if (modes) {
      parts.add(cell.mode());
    }
    for (String name : varying) {
      if (cell.params().containsKey(name)) {
        parts.add(name + "=" + cell.params().get(name));
      }
    }
    return String.join(", ", parts);
  }
}
