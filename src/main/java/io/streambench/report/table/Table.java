package io.streambench.report.table;

import java.util.ArrayList;
import java.util.List;

/** Cells in columns, to be read as plain text or pasted as Markdown. Not thread-safe. */
public final class Table {
  private final List<Column> columns = new ArrayList<>();

  private record Column(String head, boolean right, List<String> cells, int width) {
    static Column of(String head, boolean right, List<String> cells) {
      int width = cells.stream().mapToInt(String::length).reduce(head.length(), Math::max);
      return new Column(head, right, List.copyOf(cells), width);
    }
  }

  /** Adds a column of text; every column has a cell for every row. */
  public Table text(String head, List<String> cells) {
    columns.add(Column.of(head, false, cells));
    return this;
  }

  /** Adds a column that is read from the right. */
  public Table number(String head, List<String> cells) {
    columns.add(Column.of(head, true, cells));
    return this;
  }

  /** True if it has heads only. */
  public boolean isEmpty() {
    return rows() == 0;
  }

  private int rows() {
    return columns.isEmpty() ? 0 : columns.get(0).cells.size();
  }

  /** Aligned by spaces, each line after the indent. */
  public void plain(StringBuilder text, String indent) {
    for (int line = -1; line < rows(); line++) {
      StringBuilder cells = new StringBuilder(indent);
      for (Column column : columns) {
        String cell = line < 0 ? column.head : column.cells.get(line);
        String padding = " ".repeat(column.width() - cell.length());
        cells.append(column.right ? padding + cell : cell + padding).append("  ");
      }
      text.append(cells.toString().stripTrailing()).append('\n');
    }
  }

  /** A table of Markdown. */
  public void markdown(StringBuilder text) {
    text.append("| ").append(String.join(" | ", columns.stream().map(Column::head).toList()));
    text.append(" |\n|");
    columns.forEach(column -> text.append(column.right ? "---:|" : "---|"));
    text.append('\n');
    for (int line = 0; line < rows(); line++) {
      int row = line;
      text.append("| ")
          .append(
              String.join(" | ", columns.stream().map(c -> markdown(c.cells.get(row))).toList()))
          .append(" |\n");
    }
  }

  /** Text that Markdown takes for nothing else. */
  public static String markdown(String cell) {
    return cell.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;");
  }
}
