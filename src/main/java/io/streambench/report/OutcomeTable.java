package io.streambench.report;

import io.streambench.config.RunSettings.SummaryFormat;
import io.streambench.config.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The table at the end of a run: every combination with its outcome, in JMH's columns and order,
 * with one column more.
 */
public final class OutcomeTable {
  private final List<OutcomeRow> rows;
  private final List<Column> columns = new ArrayList<>();

  private record Column(String head, boolean right, List<String> cells) {
    int width() {
      return cells.stream().mapToInt(String::length).reduce(head.length(), Math::max);
    }
  }

  public OutcomeTable(List<OutcomeRow> rows) {
    this.rows = List.copyOf(rows);
    add("Benchmark", false, rows.stream().map(OutcomeRow::benchmark).toList());
    for (String name : parameterNames()) {
      add(
          "(" + name + ")",
          true,
          rows.stream().map(row -> row.parameters().getOrDefault(name, "N/A")).toList());
    }
    add("Mode", true, rows.stream().map(OutcomeRow::mode).toList());
    add("Cnt", true, scores(score -> Long.toString(score.samples())));
    add("Score", true, scores(score -> decimal(score.value())));
    add("Error", true, scores(score -> error(score.error())));
    add("Units", false, scores(OutcomeRow.Score::unit));
    add("Result", false, rows.stream().map(OutcomeRow::result).toList());
  }

  /** The table in the shape asked for, ending with a line break. */
  public String render(SummaryFormat format) {
    StringBuilder text = new StringBuilder();
    if (format == SummaryFormat.MD) {
      markdown(text);
    } else {
      plain(text);
    }
    return text.toString();
  }

  private void plain(StringBuilder text) {
    for (int line = -1; line < rows.size(); line++) {
      StringBuilder cells = new StringBuilder();
      for (Column column : columns) {
        String cell = line < 0 ? column.head : column.cells.get(line);
        String padding = " ".repeat(column.width() - cell.length());
        cells.append(column.right ? padding + cell : cell + padding).append("  ");
      }
      text.append(cells.toString().stripTrailing()).append('\n');
    }
  }

  private void markdown(StringBuilder text) {
    text.append("| ").append(String.join(" | ", columns.stream().map(Column::head).toList()));
    text.append(" |\n|");
    columns.forEach(column -> text.append(column.right ? "---:|" : "---|"));
    text.append('\n');
    for (int line = 0; line < rows.size(); line++) {
      int row = line;
      text.append("| ")
          .append(String.join(" | ", columns.stream().map(c -> escaped(c.cells.get(row))).toList()))
          .append(" |\n");
    }
  }

  private static String escaped(String cell) {
    return cell.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;");
  }

  /** JMH sorts them by name. */
  private Set<String> parameterNames() {
    Set<String> names = new TreeSet<>();
    rows.forEach(row -> names.addAll(row.parameters().keySet()));
    return names;
  }

  private List<String> scores(java.util.function.Function<OutcomeRow.Score, String> text) {
    return rows.stream().map(row -> row.score().map(text).orElse("-")).toList();
  }

  private void add(String head, boolean right, List<String> cells) {
    columns.add(new Column(head, right, cells));
  }

  private static String error(double error) {
    return Double.isNaN(error) ? "" : "± " + decimal(error);
  }

  private static String decimal(double value) {
    return Text.of("%.3f", value);
  }
}
