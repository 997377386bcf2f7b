package io.streambench.report.outcome;

import io.streambench.config.Text;
import io.streambench.report.document.Document;
import io.streambench.report.document.Document.Section;
import io.streambench.report.document.Document.Tone;
import io.streambench.report.document.Part;
import io.streambench.report.table.ResultTable;
import io.streambench.results.CellNames;
import java.util.List;

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
    return document(true).text();
  }

  /** The same, to be pasted. */
  public String markdown() {
    return document(false).markdown();
  }

  /** A terminal has the answer at its end, where it is seen. */
  private Document document(boolean terminal) {
    String answer = new RunAnswer(rows).sentence();
    return new Document(
        "",
        "",
        Tone.UNCLEAR,
        terminal ? "" : answer,
        List.of(
            Section.of("", new Part.Rows(table())),
            Section.of("", new Part.Items(details())),
            Section.of("", new Part.Paragraphs(terminal ? List.of(answer) : List.of()))));
  }

  private ResultTable table() {
    ResultTable.Of<OutcomeRow> table =
        ResultTable.grid("", rows).text("Benchmark", row -> row.cell().shortName());
    for (String name : parameters) {
      table.number(
          "(" + name + ")", row -> Text.shortened(row.cell().params().getOrDefault(name, "N/A")));
    }
    return table
        .number("Mode", row -> row.cell().mode())
        .number("Cnt", row -> row.score().map(OutcomeRow.Score::samples))
        .number("Score", row -> row.score().map(score -> decimal(score.value())))
        .number("Error", row -> row.score().map(score -> error(score.error())))
        .text("Units", row -> row.score().map(OutcomeRow.Score::unit))
        .text("Result", OutcomeRow::outcome);
  }

  private List<String> details() {
    CellNames names = new CellNames(rows.stream().map(OutcomeRow::cell).toList());
    return rows.stream()
        .filter(row -> !row.result().equals(row.outcome().toString()))
        .map(row -> names.of(row.cell()) + ": " + row.result())
        .toList();
  }

  private static String error(double error) {
    return Double.isNaN(error) ? "" : "± " + decimal(error);
  }

  private static String decimal(double value) {
    return Text.of("%.3f", value);
  }
}
