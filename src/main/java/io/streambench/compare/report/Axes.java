package io.streambench.compare.report;

import io.streambench.base.SettingException;
import io.streambench.compare.cells.ComparedResults;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What goes down and across a table of medians: a parameter, or {@link #CONTENDER}. */
public record Axes(String row, String column) {
  /** The axis on which the contenders stand. */
  public static final String CONTENDER = "contender";

  /**
   * Checks what was typed; null, which was not, is the axis of the contenders.
   *
   * @throws SettingException if no cell has such a parameter, or both are the same
   */
  public static Optional<Axes> of(String row, String column, ComparedResults results) {
    Set<String> parameters = new LinkedHashSet<>();
    results.cells().forEach(cell -> parameters.addAll(cell.cell().params().keySet()));
    return of(row, column, parameters);
  }

  /** The same where nothing but the parameters is known yet. */
  public static Optional<Axes> of(String row, String column, Set<String> parameters) {
    if (row == null && column == null) {
      return Optional.empty();
    }
    Axes axes = new Axes(row == null ? CONTENDER : row, column == null ? CONTENDER : column);
    Set<String> known = new LinkedHashSet<>(List.of(CONTENDER));
    known.addAll(parameters);
    require("--row", axes.row, known);
    require("--col", axes.column, known);
    if (axes.row.equals(axes.column)) {
      throw new SettingException("--col", "be another axis than --row", axes.column);
    }
    return Optional.of(axes);
  }

  private static void require(String setting, String axis, Set<String> known) {
    if (!known.contains(axis)) {
      throw new SettingException(setting, "be one of " + String.join(", ", known), axis);
    }
  }
}
