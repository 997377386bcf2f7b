package io.streambench.report.outcome;

import io.streambench.config.Text;
import io.streambench.report.table.Table;
import io.streambench.results.Cell;
import io.streambench.results.CellNames;
import java.util.List;
import java.util.function.Function;

/**
 * The end of a run: a row for every combination with its outcome, in JMH's columns and order; a
 * line for each that has more to tell; and the answer.
 */
public final class RunSummary {
  private final List<OutcomeRow> rows;
  private final List<String> parameters;

  /**
   * @param rows in their order
   * @param parameters that have a column
   */
  public RunSummary(List<OutcomeRow> rows, List<String> parameters) {
    this.rows = List.copyOf(rows);
    this.parameters = List.copyOf(parameters);
  }

  /** The summary for a terminal, ending with a line break. */
  public String plain() {
    StringBuilder text = new StringBuilder();
    table().plain(text, "");
    text.append('\n');
    details().forEach(line -> text.append(line).append('\n'));
    return text.append(new RunAnswer(rows).sentence()).append('\n').toString();
  }

  /** The same, to be pasted. */
  public String markdown() {
    StringBuilder text = new StringBuilder();
    table().markdown(text);
    text.append('\n');
    details().forEach(line -> text.append("- ").append(Table.markdown(line)).append('\n'));
    return text.append('\n').append(new RunAnswer(rows).sentence()).append('\n').toString();
  }

  private Table table() {
    Table table = new Table();
    table.text("Benchmark", texts(row -> row.cell().shortName()));
    for (String name : parameters) {
      table.number("(" + name + ")", texts(row -> value(row.cell(), name)));
    }
    table.number("Mode", texts(row -> row.cell().mode()));
    table.number("Cnt", scores(score -> Long.toString(score.samples())));
    table.number("Score", scores(score -> decimal(score.value())));
    table.number("Error", scores(score -> error(score.error())));
    table.text("Units", scores(OutcomeRow.Score::unit));
    return table.text("Result", texts(row -> row.outcome().toString()));
  }

  private List<String> details() {
    CellNames names = new CellNames(rows.stream().map(OutcomeRow::cell).toList());
    return rows.stream()
        .filter(row -> !row.result().equals(row.outcome().toString()))
        .map(row -> names.of(row.cell()) + ": " + row.result())
        .toList();
  }

  private static String value(Cell cell, String parameter) {
    return Text.shortened(cell.params().getOrDefault(parameter, "N/A"));
  }

  private List<String> texts(Function<OutcomeRow, String> text) {
    return rows.stream().map(text).toList();
  }

  private List<String> scores(Function<OutcomeRow.Score, String> text) {
    return texts(row -> row.score().map(text).orElse("-"));
  }

  private static String error(double error) {
    return Double.isNaN(error) ? "" : "± " + decimal(error);
  }

  private static String decimal(double value) {
    return Text.of("%.3f", value);
  }
}
