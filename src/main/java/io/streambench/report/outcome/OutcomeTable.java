package io.streambench.report.outcome;

import io.streambench.config.RunSettings.SummaryFormat;
import io.streambench.config.Text;
import io.streambench.report.table.Table;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The table at the end of a run: every combination with its outcome, in JMH's columns and order,
 * with one column more.
 */
public final class OutcomeTable {
  private final List<OutcomeRow> rows;
  private final Table table = new Table();

  /** A line for each of these rows, in their order. */
  public OutcomeTable(List<OutcomeRow> rows) {
    this.rows = List.copyOf(rows);
    table.text("Benchmark", rows.stream().map(OutcomeRow::benchmark).toList());
    for (String name : parameterNames()) {
      table.number(
          "(" + name + ")",
          rows.stream().map(row -> row.parameters().getOrDefault(name, "N/A")).toList());
    }
    table.number("Mode", rows.stream().map(OutcomeRow::mode).toList());
    table.number("Cnt", scores(score -> Long.toString(score.samples())));
    table.number("Score", scores(score -> decimal(score.value())));
    table.number("Error", scores(score -> error(score.error())));
    table.text("Units", scores(OutcomeRow.Score::unit));
    table.text("Result", rows.stream().map(OutcomeRow::result).toList());
  }

  /** The table in the shape asked for, ending with a line break. */
  public String render(SummaryFormat format) {
    StringBuilder text = new StringBuilder();
    if (format == SummaryFormat.MD) {
      table.markdown(text);
    } else {
      table.plain(text, "");
    }
    return text.toString();
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

  private static String error(double error) {
    return Double.isNaN(error) ? "" : "± " + decimal(error);
  }

  private static String decimal(double value) {
    return Text.of("%.3f", value);
  }
}
