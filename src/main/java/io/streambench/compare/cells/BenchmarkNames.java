package io.streambench.compare.cells;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Names benchmarks by class and method, with the package if two differ only in the package. */
public final class BenchmarkNames {
  private final Map<String, Set<String>> byShortName = new HashMap<>();

  /** Creates names for cells that are shown together. */
  public BenchmarkNames(Collection<Cell> cells) {
    for (Cell cell : cells) {
      byShortName
          .computeIfAbsent(cell.shortName(), unseen -> new HashSet<>())
          .add(cell.benchmark());
    }
  }

  public String nameOf(Cell cell) {
    return byShortName.getOrDefault(cell.shortName(), Set.of()).size() > 1
        ? cell.benchmark()
        : cell.shortName();
  }
}
