package io.streambench.compare.report;

import io.streambench.base.SettingException;
import io.streambench.compare.cells.ComparedResults;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The rows and columns of a table of medians: each is a parameter, or {@link #CONTENDER}. */
public record Axes(String row, String column) {
  /** The axis for the contenders. */
  public static final String CONTENDER = "contender";

  /**
   * Checks the axes that a user typed and returns them. A missing axis, null, stands for the
   * contenders; if both are missing, the result is empty.
   *
   * @throws SettingException if no cell has such a parameter, or both axes are the same
   */
  public static Optional<Axes> of(String row, String column, ComparedResults results) {
    Set<String> parameters = new LinkedHashSet<>();
    results.cells().forEach(cell -> parameters.addAll(cell.cell().params().keySet()));
    return of(row, column, parameters);
  }

  /** Checks the axes before a measurement, when only the names of the parameters are known. */
  public static Optional<Axes> of(String row, String column, Set<String> parameters) {
    if (row == null && column == null) {
      return Optional.empty();
    }
    Axes axes = new Axes(row == null ? CONTENDER : row, column == null ? CONTENDER : column);
    Set<String> known = new LinkedHashSet<>(List.of(CONTENDER));
    known.addAll(parameters);
    requireKnown("--row", axes.row, known);
    requireKnown("--col", axes.column, known);
    if (axes.row.equals(axes.column)) {
      throw new SettingException("--col", "be another axis than --row", axes.column);
    }
    return Optional.of(axes);
  }

  private static void requireKnown(String setting, String axis, Set<String> known) {
    if (!known.contains(axis)) {
      throw new SettingException(setting, "be one of " + String.join(", ", known), axis);
    }
  }
}
