package io.streambench.base.table;

import io.streambench.base.TextFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A table of results that can be rendered as text or Markdown. Not thread-safe while columns are
 * added.
 */
public sealed class ResultTable permits ResultTable.Builder {
  private static final String NO_VALUE = "-";

  /** The minimum width of a column whose cells are wrapped. */
  private static final int MIN_WRAPPED_WIDTH = 30;

  /** Matches characters that are markup in Markdown, but not an underscore within a word. */
  private static final Pattern MARKUP =
      Pattern.compile("[\\\\|*]|(?<![\\p{L}\\d])_|_(?![\\p{L}\\d])");

  private final String caption;
  private final boolean hasAllColumns;
  private final List<Column> columns = new ArrayList<>();

  /**
   * The content of a table cell, with an optional link relative to the report. Wrong values are
   * highlighted.
   */
  public record Entry(String text, Optional<String> link, boolean isWrong) {
    public Entry(String text, Optional<String> link) {
      this(text, link, false);
    }
  }

  /** A column of the table. Columns of numbers are right-aligned. */
  public record Column(String head, boolean number, List<Entry> entries) {
    private int width() {
      return entries.stream()
          .map(Entry::text)
          .mapToInt(String::length)
          .reduce(head.length(), Math::max);
    }
  }

  private ResultTable(String caption, boolean hasAllColumns) {
    this.caption = caption;
    this.hasAllColumns = hasAllColumns;
  }

  /** Creates a table with one row for each element of {@code rows}, but without columns. */
  public static <R> Builder<R> of(String caption, List<R> rows) {
    return new Builder<>(caption, false, rows);
  }

  /** Creates a table that shows all columns, even those with the same value in every row. */
  public static <R> Builder<R> withAllColumns(String caption, List<R> rows) {
    return new Builder<>(caption, true, rows);
  }

  /**
   * A table to which columns can be added. The values of a column are computed from the rows. Null
   * and empty values are shown as a dash.
   */
  public static final class Builder<R> extends ResultTable {
    private final List<R> items;

    private Builder(String caption, boolean hasAllColumns, List<R> rows) {
      super(caption, hasAllColumns);
      this.items = List.copyOf(rows);
    }

    public Builder<R> text(String head, Function<? super R, ?> text) {
      return entries(head, false, row -> new Entry(displayText(text.apply(row)), Optional.empty()));
    }

    /** Adds a right-aligned column of numbers. */
    public Builder<R> number(String head, Function<? super R, ?> number) {
      return entries(
          head, true, row -> new Entry(displayText(number.apply(row)), Optional.empty()));
    }

    /** Adds a column of entries, which may be links. */
    public Builder<R> entries(String head, boolean isNumber, Function<? super R, Entry> entry) {
      super.columns.add(new Column(head, isNumber, items.stream().<Entry>map(entry).toList()));
      return this;
    }

    private static String displayText(Object value) {
      Object plain = value instanceof Optional<?> some ? some.orElse(null) : value;
      return plain == null ? NO_VALUE : plain.toString();
    }
  }

  /** Returns the caption of the table. */
  public String caption() {
    return caption;
  }

  public List<Column> columns() {
    return List.copyOf(columns);
  }

  /** Returns the first column and all columns whose values differ between rows. */
  public List<Column> varyingColumns() {
    return columns.stream().filter(column -> !isConstantColumn(column)).toList();
  }

  /**
   * Returns a line with the columns that have the same value in every row; empty if there are none.
   */
  public Optional<String> constantColumnsText() {
    String same =
        columns.stream()
            .filter(this::isConstantColumn)
            .filter(column -> !column.entries().get(0).text().isEmpty())
            .filter(column -> !column.entries().get(0).text().equals(NO_VALUE))
            .map(column -> column.head() + ": " + column.entries().get(0).text())
            .collect(Collectors.joining("; "));
    return same.isEmpty() ? Optional.empty() : Optional.of("In every row: " + same + ".");
  }

  private boolean isConstantColumn(Column column) {
    Entry first = column.entries().isEmpty() ? null : column.entries().get(0);
    return !hasAllColumns
        && rowCount() > 1
        && !column.equals(columns.get(0))
        && first.link().isEmpty()
        && !first.isWrong()
        && column.entries().stream().allMatch(first::equals);
  }

  /** Returns the number of rows, without the header. */
  public int rowCount() {
    return columns.isEmpty() ? 0 : columns.get(0).entries().size();
  }

  /**
   * Returns the table as aligned text; every line starts with {@code indent}. If the last column
   * contains text and does not fit into {@link TextFormat#TERMINAL_WIDTH} columns, its cells are
   * wrapped, or moved to lines of their own.
   */
  public String plainText(String indent) {
    StringBuilder text = new StringBuilder();
    constantColumnsText()
        .map(line -> TextFormat.wrap(line, indent, indent + "  ", TextFormat.TERMINAL_WIDTH))
        .ifPresent(line -> text.append(line).append("\n\n"));
    for (int row = -1; row < rowCount(); row++) {
      StringBuilder cells = new StringBuilder(indent);
      int lastStart = 0;
      boolean isWrappable = false;
      String cell = "";
      for (Column column : varyingColumns()) {
        cell = row < 0 ? column.head() : column.entries().get(row).text();
        String padding = " ".repeat(column.width() - cell.length());
        lastStart = cells.length();
        isWrappable = !column.number() && !cell.isEmpty();
        cells.append(column.number() ? padding + cell : cell + padding).append("  ");
      }
      String line = cells.toString().stripTrailing();
      text.append(
              line.length() > TextFormat.TERMINAL_WIDTH && isWrappable
                  ? wrapLastCell(cells.substring(0, lastStart), cell, indent)
                  : line)
          .append('\n');
    }
    return text.toString();
  }

  /** Wraps the last cell in its column or, if that is too narrow, on lines of its own. */
  private static String wrapLastCell(String otherCells, String cell, String indent) {
    int start = otherCells.length();
    return start <= TextFormat.TERMINAL_WIDTH - MIN_WRAPPED_WIDTH
        ? TextFormat.wrap(cell, otherCells, " ".repeat(start + 2), TextFormat.TERMINAL_WIDTH)
        : otherCells.stripTrailing()
            + '\n'
            + TextFormat.wrap(cell, indent + "    ", indent + "      ", TextFormat.TERMINAL_WIDTH);
  }

  /** Returns the table in Markdown, with links. */
  public String markdown() {
    StringBuilder text = new StringBuilder();
    constantColumnsText().ifPresent(line -> text.append(escapeMarkdown(line)).append("\n\n"));
    List<Column> shown = varyingColumns();
    List<String> heads = shown.stream().map(column -> escapeMarkdown(column.head())).toList();
    text.append("| ").append(String.join(" | ", heads));
    text.append(" |\n|");
    shown.forEach(column -> text.append(column.number() ? "---:|" : "---|"));
    text.append('\n');
    for (int line = 0; line < rowCount(); line++) {
      int row = line;
      text.append("| ")
          .append(
              shown.stream()
                  .map(column -> markdownLink(column.entries().get(row)))
                  .collect(Collectors.joining(" | ")))
          .append(" |\n");
    }
    return text.toString();
  }

  private static String markdownLink(Entry entry) {
    String text = escapeMarkdown(entry.text()).replaceAll("(?<!\\\\)\\|", "\\\\|"); // even in code
    String shown = entry.isWrong() ? "**" + text + "**" : text;
    return entry.link().map(link -> "[" + shown + "](" + link + ")").orElse(shown);
  }

  /** Escapes text so that Markdown shows it literally, except for code in backticks. */
  public static String escapeMarkdown(String text) {
    String[] parts = text.split("`", -1);
    for (int i = 0; i < parts.length; i++) {
      if (i % 2 == 0 || i == parts.length - 1) {
        parts[i] = MARKUP.matcher(parts[i]).replaceAll("\\\\$0").replace("<", "&lt;");
      }
    }
    return String.join("`", parts);
  }
}
