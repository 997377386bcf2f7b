package io.streambench.compare.outcome;

import io.streambench.base.TextFormat;
import io.streambench.base.page.Document;
import io.streambench.base.page.Document.Section;
import io.streambench.base.page.Document.Tone;
import io.streambench.base.page.Part;
import io.streambench.base.table.ResultTable;
import io.streambench.base.table.RoundedFormat;
import io.streambench.compare.cells.Cell;
import io.streambench.compare.cells.CellNames;
import io.streambench.compare.statistics.BetterDirection;
import io.streambench.compare.statistics.Comparison;
import io.streambench.compare.statistics.Fork;
import io.streambench.compare.statistics.Judgement;
import io.streambench.compare.statistics.Layout;
import io.streambench.compare.statistics.Sample;
import io.streambench.flow.rule.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.openjdk.jmh.util.ScoreFormatter;

/**
 * The summary at the end of a run. It consists of a table, details of the outcomes, and a
 * conclusion. The table has JMH's columns, a column for each of {@code parameters}, and a row for
 * each combination of parameters.
 */
public record RunSummary(List<Row> rows, List<String> parameters) {
  private static final String USE_HTTP1 = "useHttp1";

  private static final List<Column> COLUMNS =
      List.of(
          new Column("Mode", row -> Optional.of(row.cell().mode())),
          new Column("Cnt", row -> row.score().map(score -> "" + score.sampleCount())),
          new Column("Score", row -> row.score().map(score -> formatNumber(score.value()))),
          new Column(
              "Error",
              row ->
                  row.score()
                      .filter(score -> !ScoreFormatter.isApproximate(score.value()))
                      .map(Row.Score::error)
                      .filter(error -> !error.isNaN())
                      .map(error -> "± " + formatNumber(error))),
          new Column("Units", row -> row.score().map(Row.Score::unit)));

  /** Formats a number as JMH does: {@code ≈ 10⁻⁶} if three decimals would show 0. */
  private static String formatNumber(double value) {
    return ScoreFormatter.isApproximate(value)
        ? ScoreFormatter.format(value)
        : TextFormat.of("%.3f", value);
  }

  private record Column(String heading, Function<Row, Optional<String>> value) {}

  /** Returns the summary as plain text, ending with a line break. */
  public String plainText() {
    return document(true).text();
  }

  /** Returns the summary in Markdown, for example for an issue. */
  public String markdown() {
    return document(false).markdown();
  }

  /** Creates the document. On a terminal, the conclusion comes last, so that it remains visible. */
  private Document document(boolean isTerminal) {
    String answer = conclusion();
    return new Document(
        "",
        "",
        Tone.UNCLEAR,
        isTerminal ? "" : answer,
        List.of(
            Section.of("", new Part.Table(table())),
            Section.items("", details()),
            Section.of("", new Part.Paragraphs(isTerminal ? List.of(answer) : List.of()))));
  }

  private ResultTable table() {
    ResultTable.Builder<Row> table =
        ResultTable.withAllColumns("", rows).text("Benchmark", row -> row.cell().shortName());
    for (String name : parameters) {
      table.number(
          "(" + name + ")",
          row -> TextFormat.shorten(row.cell().parameterValue(name).orElse("N/A")));
    }
    COLUMNS.stream()
        .filter(this::isShown)
        .forEach(column -> table.number(column.heading, column.value));
    return table.text("Result", Row::outcomeWord);
  }

  /**
   * Returns the columns that the table omits because all rows have the same value. Each column is
   * followed by its value.
   */
  public List<String> describeConstantColumns() {
    return COLUMNS.stream()
        .filter(column -> !isShown(column))
        .flatMap(
            column ->
                column.value.apply(rows.get(0)).stream().map(value -> column.heading + " " + value))
        .toList();
  }

  /** Returns whether to show a column, because its values differ or the only row has a value. */
  private boolean isShown(Column column) {
    long values = rows.stream().map(column.value).distinct().count();
    return values > 1 || rows.size() == 1 && column.value.apply(rows.get(0)).isPresent();
  }

  private List<String> details() {
    CellNames names = new CellNames(rows.stream().map(Row::cell).toList());
    return rows.stream()
        .filter(row -> !row.resultText().equals(row.outcomeWord()))
        .map(row -> names.shortName(row.cell()) + ": " + row.resultText())
        .toList();
  }

  /**
   * Returns the conclusion: the speed of HTTP/2 relative to HTTP/1.1 if exactly one pair of rows
   * differs only in the protocol, then the number of stalls, then the predictions.
   */
  public String conclusion() {
    List<String> parts = new ArrayList<>();
    speedText().ifPresent(parts::add);
    parts.add(outcomesText());
    List<String> zones =
        rows.stream().flatMap(row -> row.predictedZone().stream()).distinct().toList();
    if (!zones.isEmpty()) {
      parts.add("prediction: " + String.join(" and ", zones));
    }
    return String.join("; ", parts);
  }

  /** Compares HTTP/2 with HTTP/1.1; empty unless exactly one pair of rows can be compared. */
  private Optional<String> speedText() {
    List<List<Row>> pairs =
        rows.stream()
            .filter(row -> row.cell().params().containsKey(USE_HTTP1))
            .collect(
                Collectors.groupingBy(
                    row -> row.cell().withoutParameters(Set.of(USE_HTTP1)),
                    LinkedHashMap::new,
                    Collectors.toList()))
            .values()
            .stream()
            .filter(RunSummary::isComparablePair)
            .toList();
    return pairs.size() == 1 ? Optional.of(speedText(pairs.get(0))) : Optional.empty();
  }

  private static boolean isComparablePair(List<Row> group) {
    return group.size() == 2
        && group.stream().allMatch(row -> row.score().isPresent())
        && group.stream().allMatch(row -> row.forks().stream().allMatch(Fork::hasUsableScores));
  }

  private static boolean isHttp1(Row row) {
    return "true".equals(row.cell().params().get(USE_HTTP1));
  }

  private static String speedText(List<Row> pair) {
    Row http1 = pair.get(isHttp1(pair.get(0)) ? 0 : 1);
    Row http2 = pair.get(isHttp1(pair.get(0)) ? 1 : 0);
    BetterDirection better = http1.cell().betterDirection(http1.score().orElseThrow().unit());
    int forks = Math.min(http1.forks().size(), http2.forks().size());
    Judgement judgement =
        new Comparison(0)
            .judge(
                better,
                Layout.IN_SEQUENCE, // JMH runs all forks of one combination before the next
                Sample.of(http1.forks()),
                Sample.of(http2.forks()));
    return judgement
        .evidence()
        .map(
            evidence ->
                TextFormat.of(
                    "%s: HTTP/2 %s %s times the %s of HTTP/1.1 (%d forks each, in one session)",
                    judgement.isDifferent()
                        ? judgement.verdict().name().toLowerCase(Locale.ROOT)
                        : "no evidence of a difference",
                    better == BetterDirection.HIGHER ? "has" : "takes",
                    RoundedFormat.ratio(evidence.ratio(), evidence.interval()),
                    better == BetterDirection.HIGHER ? "throughput" : "time",
                    forks))
        .orElseGet(
            () ->
                TextFormat.of(
                    "too few forks to compare HTTP/2 with HTTP/1.1 (%d each, -f %d at least)",
                    forks, Comparison.MIN_FORKS));
  }

  private String outcomesText() {
    List<String> parts = new ArrayList<>();
    countText(Outcome.STALLED.name(), "stalled").ifPresent(parts::add);
    countText(Outcome.FAILED.name(), "failed").ifPresent(parts::add);
    countText(Row.INTERRUPTED, "interrupted").ifPresent(parts::add);
    if (!parts.isEmpty()) {
      return String.join(", ", parts);
    }
    // HTTP/1.1 has no session window, so its completed runs prove nothing about stalls.
    long operations = rows.stream().filter(row -> !isHttp1(row)).mapToLong(Row::operations).sum();
    if (operations == 0) {
      return rows.stream().anyMatch(RunSummary::isHttp1)
          ? "no stall"
          : TextFormat.of("%d combination(s) completed", rows.size());
    }
    return TextFormat.of("no stall in %,d operation(s) over HTTP/2", operations);
  }

  private Optional<String> countText(String outcome, String word) {
    long count = rows.stream().filter(row -> row.outcomeWord().equals(outcome)).count();
    return count == 0
        ? Optional.empty()
        : Optional.of(TextFormat.of("%d of %d combinations %s", count, rows.size(), word));
  }

  /**
   * A combination of parameters in the summary of a run.
   *
   * @param operations completed operations of all forks, as far as they were counted; 0 for a
   *     benchmark that sends nothing to Solr
   * @param isInterrupted whether the user ended the run before the last fork; the score is then
   *     based on the completed forks, if any
   * @param predictedZone the predicted zone, if there was a prediction
   * @param resultText the outcome and its details, in one line
   */
  public record Row(
      Cell cell,
      Optional<Score> score,
      List<Fork> forks,
      long operations,
      boolean isInterrupted,
      Optional<String> predictedZone,
      Outcome outcome,
      String resultText) {
    static final String INTERRUPTED = "INTERRUPTED";

    /**
     * A measured value.
     *
     * @param sampleCount number of measured values, as in JMH's column {@code Cnt}
     * @param error half-width of JMH's 99.9 % confidence interval; NaN for too few samples
     */
    public record Score(long sampleCount, double value, double error, String unit) {}

    public String outcomeWord() {
      return isInterrupted ? INTERRUPTED : outcome.toString();
    }
  }
}
