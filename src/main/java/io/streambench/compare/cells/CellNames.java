package io.streambench.compare.cells;

import io.streambench.base.TextFormat;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Short names for cells that are shown together, with only what differs between them. */
public final class CellNames {
  private final List<String> varying = new ArrayList<>();
  private final BenchmarkNames named;
  private final boolean benchmarks;
  private final boolean modes;

  public CellNames(List<Cell> cells) {
    Set<String> names = new LinkedHashSet<>();
    cells.forEach(cell -> names.addAll(cell.params().keySet()));
    for (String name : names) {
      if (cells.stream().map(cell -> value(cell, name)).distinct().count() > 1) {
        varying.add(name);
      }
    }
    named = new BenchmarkNames(cells);
    benchmarks = cells.stream().map(Cell::benchmark).distinct().count() > 1;
    modes = cells.stream().map(Cell::mode).distinct().count() > 1;
  }

  /** Parameters that have more than one value, in the order of the files. */
  public List<String> varying() {
    return List.copyOf(varying);
  }

  public static String value(Cell cell, String parameter) {
    return cell.params().getOrDefault(parameter, "");
  }

  /**
   * {@code numShards=12, useHttp1=false}; the benchmark if nothing else differs. Long values are
   * shortened.
   */
  public String shortName(Cell cell) {
    return of(cell, TextFormat::shortened);
  }

  /** The name with full values, by which programs distinguish cells. */
  public String fullName(Cell cell) {
    return of(cell, value -> value);
  }

  private String of(Cell cell, UnaryOperator<String> shown) {
    List<String> parts = new ArrayList<>();
    if (benchmarks || varying.isEmpty()) {
      parts.add(named.nameOf(cell));
    }
    if (modes) {
      parts.add(cell.mode());
    }
    for (String name : varying) {
      if (cell.params().containsKey(name)) {
        parts.add(name + "=" + shown.apply(cell.params().get(name)));
      }
    }
    return String.join(", ", parts);
  }
}
