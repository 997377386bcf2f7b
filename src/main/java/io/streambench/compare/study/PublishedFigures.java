package io.streambench.compare.study;

import com.fasterxml.jackson.core.type.TypeReference;
import io.streambench.base.TextFormat;
import io.streambench.base.files.JsonFiles;
import io.streambench.base.table.ResultTable;
import io.streambench.base.table.RoundedFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A comparison of the published figures that a study repeats ({@code published.json}) with the
 * study's own figures. It also lists contradictions in the publication.
 *
 * <p>The template {@code ours} has expressions in braces: the name of a text, a figure, or two
 * figures with an operator, which is {@code +}, {@code -}, {@code /}, or {@code ÷} for a division
 * without an interval. A figure is {@code CELL} for the score, or {@code CELL:FIGURE} for a figure
 * of the load (see {@link LoadResult#figureValue}) or a profiler's metric.
 */
final class PublishedFigures {
  private static final Map<String, Page> PAGE_BY_STUDY =
      JsonFiles.readResource(PublishedFigures.class, "published.json", new TypeReference<>() {});
  private static final Pattern BRACED_EXPRESSION = Pattern.compile("\\{([^}]*)}");
  private static final Pattern RATIO_EXPRESSION = Pattern.compile("(\\S+):(\\S+) / (\\S+):\\2");

  /**
   * A published figure and a template for this study's figure.
   *
   * @param table the published table with this figure; null for a figure in the text
   * @param headline whether the figure is also reported as a finding
   */
  record Row(
      String table, String item, String unit, String published, String ours, boolean headline) {
    String label() {
      return (table == null ? "" : table + ": ") + item + (unit.isEmpty() ? "" : ", " + unit);
    }
  }

  private record Page(String source, String ours, List<Row> rows, List<String> flags) {}

  private final Page page;
  private final Map<String, CellFigures> cellByLabel = new HashMap<>();
  private final Map<String, LoadResult> loadByLabel = new HashMap<>();
  private final Map<String, String> textByName;
  private final List<BaselineComparison> comparisons;
  private final boolean isWholeStudy;

  private PublishedFigures(
      StudyResults results, Map<String, String> namedTexts, List<BaselineComparison> comparisons) {
    this.page = PAGE_BY_STUDY.get(results.order().study().name());
    this.textByName = Map.copyOf(namedTexts);
    this.comparisons = comparisons;
    this.isWholeStudy = results.order().labelRegex().isEmpty();
    results.cells().forEach(cell -> cellByLabel.put(cell.label(), cell));
  }

  /**
   * Returns a study's published figures, if any. Templates may use the texts in {@code namedTexts}.
   */
  static Optional<PublishedFigures> of(
      StudyResults results, Map<String, String> namedTexts, List<BaselineComparison> comparisons) {
    return PAGE_BY_STUDY.containsKey(results.order().study().name())
        ? Optional.of(new PublishedFigures(results, namedTexts, comparisons))
        : Optional.empty();
  }

  /**
   * Returns a table of all rows. For a partial study, the table contains only rows with a measured
   * figure.
   */
  ResultTable table() {
    List<Row> rows = new ArrayList<>(page.rows);
    rows.removeIf(row -> !isWholeStudy && !isMeasured(row));
    rows.add(0, new Row(null, "source", "", page.source, page.ours, false));
    return ResultTable.withAllColumns("Published and ours", rows)
        .text("item", Row::label)
        .text("published", Row::published)
        .text("ours", row -> fillIn(row.ours));
  }

  /** Returns published headlines with the measured figures, and contradictions in the source. */
  List<String> findings() {
    List<String> findings = new ArrayList<>();
    for (Row row : page.rows) {
      if (row.headline && isMeasured(row)) {
        findings.add(
            TextFormat.of(
                "%s: published %s; here %s (%s).",
                row.label(), row.published, fillIn(row.ours), page.ours));
      }
    }
    page.flags.forEach(flag -> findings.add("Flagged, published: " + flag + "."));
    return findings;
  }

  private boolean isMeasured(Row row) {
    return BRACED_EXPRESSION
        .matcher(row.ours)
        .results()
        .anyMatch(at -> evaluate(at.group(1)).isPresent());
  }

  private String fillIn(String template) {
    return BRACED_EXPRESSION
        .matcher(template)
        .replaceAll(at -> Matcher.quoteReplacement(evaluate(at.group(1)).orElse("not measured")));
  }

  private Optional<String> evaluate(String expression) {
    return Optional.ofNullable(textByName.get(expression))
        .or(
            () ->
                Optional.ofNullable(cellByLabel.get(expression))
                    .flatMap(PublishedFigures::scoreText))
        .or(() -> evaluateCellRatio(expression))
        .or(() -> evaluateLoadRatio(expression))
        .or(() -> calculate(expression).filter(Double::isFinite).map(PublishedFigures::format));
  }

  /** Returns the ratio of the scores of two cells, if one is the baseline of the other. */
  private Optional<String> evaluateCellRatio(String expression) {
    String[] labels = expression.split(" / ");
    return comparisons.stream()
        .filter(all -> labels.length == 2 && cellByLabel.keySet().containsAll(List.of(labels)))
        .flatMap(
            all -> all.ratioText(cellByLabel.get(labels[0]), cellByLabel.get(labels[1])).stream())
        .findFirst();
  }

  /** Evaluates the ratio of two loads in one figure, such as {@code a:P99 / b:P99}. */
  private Optional<String> evaluateLoadRatio(String expression) {
    Matcher matcher = RATIO_EXPRESSION.matcher(expression);
    return matcher.matches()
        ? findLoad(matcher.group(1))
            .flatMap(
                one ->
                    findLoad(matcher.group(3)).flatMap(two -> LoadReport.LoadPair.of("", one, two)))
            .filter(ignored -> LoadResult.figureFunction(matcher.group(2)).isPresent())
            .map(pair -> pair.ratioText(matcher.group(2)))
        : Optional.empty();
  }

  private Optional<LoadResult> findLoad(String label) {
    return Optional.ofNullable(cellByLabel.get(label))
        .map(cell -> loadByLabel.computeIfAbsent(label, key -> LoadResult.of(cell)));
  }

  private static Optional<String> scoreText(CellFigures cell) {
    return cell.outcomes().isEmpty()
        ? Optional.empty()
        : cell.scoreWithRange().or(() -> Optional.of(cell.outcomeEntry().text()));
  }

  static String format(double value) {
    return Math.abs(value) >= 1000
        ? TextFormat.of("%,.0f", value)
        : RoundedFormat.withoutInterval(value);
  }

  private Optional<Double> calculate(String expression) {
    String[] tokens = expression.split(" ");
    Optional<Double> left = findFigure(tokens[0]);
    return tokens.length < 3
        ? left
        : left.flatMap(
            one ->
                findFigure(tokens[2])
                    .map(
                        other ->
                            switch (tokens[1]) {
                              case "+" -> one + other;
                              case "-" -> one - other;
                              default -> one / other;
                            }));
  }

  private Optional<Double> findFigure(String name) {
    String[] cellAndFigure = name.split(":");
    CellFigures cell = cellByLabel.get(cellAndFigure[0]);
    if (cell == null || cellAndFigure.length == 1) {
      return Optional.ofNullable(cell).flatMap(CellFigures::median);
    }
    String figureName = cellAndFigure[1];
    return cell.secondaryValues().entrySet().stream()
        .filter(metric -> metric.getKey().startsWith(figureName + ","))
        .findFirst()
        .map(Map.Entry::getValue)
        .or(() -> findLoad(cell.label()).flatMap(load -> load.figureValue(figureName)));
  }
}
