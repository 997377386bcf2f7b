package io.streambench.compare.report;

import io.streambench.base.SettingException;
import io.streambench.compare.cells.ComparedResults;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The row axis and column axis of a pivot table. Each is a parameter or {@link #CONTENDER_AXIS}.
 */
public record Axes(String row, String column) {
  /** The axis that lists the contenders. */
  public static final String CONTENDER_AXIS = "contender";

  /**
   * Returns the axes that the user chose. A null axis becomes {@link #CONTENDER_AXIS}; if both are
   * null, the result is empty.
   *
   * @throws SettingException if an axis is neither {@link #CONTENDER_AXIS} nor a parameter of a
   *     cell, or if both axes are the same
   */
  public static Optional<Axes> of(String row, String column, ComparedResults results) {
    Set<String> parameters = new LinkedHashSet<>();
    results.cells().forEach(cell -> parameters.addAll(cell.cell().params().keySet()));
    return of(row, column, parameters);
  }

  /** Returns the axes that the user chose, given only the names of the cells' parameters. */
  public static Optional<Axes> of(String row, String column, Set<String> parameters) {
    if (row == null && column == null) {
      return Optional.empty();
    }
    Axes axes =
        new Axes(row == null ? CONTENDER_AXIS : row, column == null ? CONTENDER_AXIS : column);
    Set<String> known = new LinkedHashSet<>(List.of(CONTENDER_AXIS));
    known.addAll(parameters);
    checkAxis("--row", axes.row, known);
    checkAxis("--col", axes.column, known);
    SettingException.throwIf(
        axes.row.equals(axes.column), "--col", "be another axis than --row", axes.column);
    return Optional.of(axes);
  }

  private static void checkAxis(String setting, String axis, Set<String> knownNames) {
    if (!knownNames.contains(axis)) {
      throw new SettingException(
          setting, "be one of " + String.join(", ", knownNames), axis, knownNames);
    }
  }
}
