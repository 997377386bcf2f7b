package io.streambench.report.comparison;

import io.streambench.config.Text;
import io.streambench.results.Cell;
import io.streambench.results.CellNames;
import io.streambench.results.ComparedCell;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The parameters that all cells of a table share. Only those that were set are named. */
public final class CommonParameters {
  private final Defaults defaults;

  /** The values that the parameters of benchmarks have where nobody gives one. */
  @FunctionalInterface
  public interface Defaults {
    /**
     * Returns whether a value is the only default of a parameter; false for an unknown benchmark.
     *
     * @param benchmark class and method, without the package
     */
    boolean isDefault(String benchmark, String parameter, String value);
  }

  CommonParameters(Defaults defaults) {
    this.defaults = defaults;
  }

  /** {@code StreamingSearch.stream, thrpt in ops/s}, and the parameters that never vary. */
  String title(ComparedCell first, CellNames names) {
    String shared = of(first.cell(), names);
    return first.cell().shortName()
        + ", "
        + first.cell().mode()
        + (first.unit().isEmpty() ? "" : " in " + first.unit())
        + (shared.isEmpty() ? "" : "; " + shared);
  }

  /** {@code numShards=12, all others have their defaults}; empty without such a parameter. */
  String of(Cell cell, CellNames names) {
    List<String> parts = new ArrayList<>();
    boolean others = false;
    for (Map.Entry<String, String> parameter : cell.params().entrySet()) {
      if (!names.varying().contains(parameter.getKey())) {
        if (defaults.isDefault(cell.method(), parameter.getKey(), parameter.getValue())) {
          others = true;
        } else {
          parts.add(parameter.getKey() + "=" + Text.shortened(parameter.getValue()));
        }
      }
    }
    if (others) {
      parts.add(
          parts.isEmpty()
              ? "other parameters have their defaults"
              : "all others have their defaults");
    }
    return String.join(", ", parts);
  }
}
