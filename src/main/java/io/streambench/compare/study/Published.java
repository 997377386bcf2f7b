package io.streambench.compare.study;

import com.fasterxml.jackson.core.type.TypeReference;
import io.streambench.base.TextFormat;
import io.streambench.base.files.JsonFiles;
import io.streambench.base.table.ResultTable;
import io.streambench.base.table.Rounded;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The published figures that a study repeats ({@code published.json}), next to its own figures, and
 * contradictions within the published page.
 *
 * <p>In {@code ours}, braces contain the name of a study's text, a figure, or two figures with
 * {@code +}, {@code -}, {@code /} or {@code ÷} between them ({@code ÷} never has an interval). A
 * figure is {@code CELL} (its score) or {@code CELL:FIGURE} (of its requests, see {@link
 * Load#figure}, or of its profilers).
 */
final class Published {
  private static final Map<String, Page> ALL =
      JsonFiles.resource(Published.class, "published.json", new TypeReference<>() {});
  private static final Pattern BRACES = Pattern.compile("\\{([^}]*)}");
  private static final Pattern RATIO = Pattern.compile("(\\S+):(\\S+) / (\\S+):\\2");

  /**
   * A published figure, and the text with this study's figure. A headline is also shown as a
   * finding.
   *
   * @param table the published table that contains it; null for a figure in the text
   */
  record Row(
      String table, String item, String unit, String published, String ours, boolean headline) {
    String label() {
      return (table == null ? "" : table + ": ") + item + (unit.isEmpty() ? "" : ", " + unit);
    }
  }

  private record Page(String source, String ours, List<Row> rows, List<String> flags) {}

  private final Page page;
  private final Map<String, CellFigures> cells = new HashMap<>();
  private final Map<String, Load> loads = new HashMap<>();
  private final Map<String, String> texts;
  private final List<BaselineComparison> comparisons;
  private final boolean whole;

  private Published(
      StudyResults results, Map<String, String> named, List<BaselineComparison> comparisons) {
    this.page = ALL.get(results.order().study().name());
    this.texts = Map.copyOf(named);
    this.comparisons = comparisons;
    this.whole = results.order().only().isEmpty();
    results.cells().forEach(cell -> cells.put(cell.label(), cell));
  }

  /** The published figures, with the study's texts by name; empty if the study repeats none. */
  static Optional<Published> of(
      StudyResults results, Map<String, String> named, List<BaselineComparison> comparisons) {
    return ALL.containsKey(results.order().study().name())
        ? Optional.of(new Published(results, named, comparisons))
        : Optional.empty();
  }

  /** A table of all rows, or of those with a figure of the ordered cells. */
  ResultTable table() {
    List<Row> rows = new ArrayList<>(page.rows);
    rows.removeIf(row -> !whole && !isMeasured(row));
    rows.add(0, new Row(null, "source", "", page.source, page.ours, false));
    return ResultTable.grid("Published and ours", rows)
        .text("item", Row::label)
        .text("published", Row::published)
        .text("ours", row -> fillIn(row.ours));
  }

  /** Published headlines with our measured figures, and contradictions in the published page. */
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
    return BRACES.matcher(row.ours).results().anyMatch(at -> text(at.group(1)).isPresent());
  }

  private String fillIn(String ours) {
    return BRACES
        .matcher(ours)
        .replaceAll(at -> Matcher.quoteReplacement(text(at.group(1)).orElse("not measured")));
  }

  private Optional<String> text(String expression) {
    return Optional.ofNullable(texts.get(expression))
        .or(() -> Optional.ofNullable(cells.get(expression)).flatMap(Published::score))
        .or(() -> comparisonText(expression))
        .or(() -> ratio(expression))
        .or(() -> value(expression).filter(Double::isFinite).map(Published::format));
  }

  /** Compares the scores of two cells, one of which is the baseline of the other. */
  private Optional<String> comparisonText(String expression) {
    String[] labels = expression.split(" / ");
    return comparisons.stream()
        .filter(all -> labels.length == 2 && cells.keySet().containsAll(List.of(labels)))
        .flatMap(all -> all.ratio(cells.get(labels[0]), cells.get(labels[1])).stream())
        .findFirst();
  }

  /** The ratio of a request figure of two cells, a pair that is in no other table. */
  private Optional<String> ratio(String expression) {
    Matcher both = RATIO.matcher(expression);
    return both.matches()
        ? load(both.group(1))
            .flatMap(one -> load(both.group(3)).flatMap(two -> LoadReport.Pair.of("", one, two)))
            .filter(any -> Load.figureOf(both.group(2)).isPresent())
            .map(pair -> pair.ratio(both.group(2)))
        : Optional.empty();
  }

  private Optional<Load> load(String label) {
    return Optional.ofNullable(cells.get(label))
        .map(cell -> loads.computeIfAbsent(label, unseen -> Load.of(cell)));
  }

  private static Optional<String> score(CellFigures cell) {
    return cell.outcomes().isEmpty()
        ? Optional.empty()
        : cell.scoreWithRange().or(() -> Optional.of(cell.result().text()));
  }

  static String format(double value) {
    return Math.abs(value) >= 1000 ? TextFormat.of("%,.0f", value) : Rounded.withoutInterval(value);
  }

  private Optional<Double> value(String expression) {
    String[] words = expression.split(" ");
    Optional<Double> left = figure(words[0]);
    return words.length < 3
        ? left
        : left.flatMap(
            one ->
                figure(words[2])
                    .map(
                        other ->
                            switch (words[1]) {
                              case "+" -> one + other;
                              case "-" -> one - other;
                              default -> one / other;
                            }));
  }

  private Optional<Double> figure(String name) {
    String[] cellAndFigure = name.split(":");
    CellFigures cell = cells.get(cellAndFigure[0]);
    if (cell == null || cellAndFigure.length == 1) {
      return Optional.ofNullable(cell).flatMap(CellFigures::median);
    }
    String which = cellAndFigure[1];
    return cell.secondary().entrySet().stream()
        .filter(metric -> metric.getKey().startsWith(which + ","))
        .findFirst()
        .map(Map.Entry::getValue)
        .or(() -> load(cell.label()).flatMap(load -> load.figure(which)));
  }
}
