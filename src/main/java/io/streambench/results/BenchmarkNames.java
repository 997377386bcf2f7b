package io.streambench.results;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Class and method of benchmarks, with the package where two differ in that alone. */
public final class BenchmarkNames {
  private final Map<String, Set<String>> byShortName = new HashMap<>();

  /** Names for cells that are seen together. */
  public BenchmarkNames(Collection<Cell> cells) {
    for (Cell cell : cells) {
      byShortName
          .computeIfAbsent(cell.shortName(), unseen -> new HashSet<>())
          .add(cell.benchmark());
    }
  }

  public String of(Cell cell) {
    return byShortName.getOrDefault(cell.shortName(), Set.of()).size() > 1
        ? cell.benchmark()
        : cell.shortName();
  }
}
