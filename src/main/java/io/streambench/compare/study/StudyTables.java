package io.streambench.compare.study;

import io.streambench.base.TextFormat;
import io.streambench.base.chart.Chart;
import io.streambench.base.chart.CurveChart;
import io.streambench.base.chart.CurveChart.Axis;
import io.streambench.base.chart.CurveChart.Curve;
import io.streambench.base.chart.CurveChart.Point;
import io.streambench.base.chart.IntervalChart;
import io.streambench.base.table.ResultTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The common parts of all studies' documents. */
public final class StudyTables {
  /** The heading of a column for a profiler's metric, and the metric's display unit. */
  private record Secondary(String head, double unit) {}

  private static final Map<String, Secondary> PLAIN =
      Map.of(
          "peakUnread, B", new Secondary("most unread on one session, MB", 1e6),
          "peakUnreadSum, B", new Secondary("unread, sum of the sessions' peaks, MB", 1e6),
          "sessionStall, ms/op", new Secondary("no session window left, ms/op (sum)", 1),
          "streamStall, ms/op", new Secondary("no stream window left, ms/op (sum)", 1),
          "windowUpdates, 1/op", new Secondary("WINDOW_UPDATEs/op", 1));

  private StudyTables() {}

  /**
   * The report that most studies need: the cells compared with their baselines in findings and
   * table, additional figures, published figures, and a chart.
   */
  static StudyReport compareReport(Study study, StudyResults results) {
    StudySpec spec = study.spec;
    List<CellFigures> cells =
        results.cells().stream()
            .filter(cell -> !spec.divisible() || !cell.outcomes().isEmpty())
            .toList();
    List<BaselineComparison> all = study.baselines(cells);
    List<BaselineComparison> baselines = all.subList(0, spec.shown());
    ResultTable.Builder<CellFigures> table = table(study, cells);
    study.addColumns(table, baselines);
    addMeasuredColumns(table, spec.unit());
    List<String> findings = new ArrayList<>();
    answer(cells, baselines).ifPresent(findings::add);
    for (BaselineComparison baseline : baselines) {
      baseline.finding().ifPresent(findings::add);
      baseline.addColumn(table);
    }
    Optional<Published> published = Published.of(results, Map.of(), all);
    published.ifPresent(one -> findings.addAll(one.findings()));
    findings.addAll(spec.limits());
    long across =
        baselines.stream().flatMap(BaselineComparison::cellsOnAnotherCluster).distinct().count();
    if (across > 0) {
      findings.add(
          TextFormat.of(
              "%d cell(s) ran on other nodes than their baseline in all rounds: what differs"
                  + " between nodes is not separated from the settings, so these are not judged.",
              across));
    }
    List<ResultTable> tables = new ArrayList<>(List.of(table, secondaryTable(results)));
    published.ifPresent(one -> tables.add(one.table()));
    return new StudyReport(results, findings, tables, List.of(chart(study, cells)));
  }

  /** The table with the columns from the study's data. */
  static ResultTable.Builder<CellFigures> table(Study study, List<CellFigures> cells) {
    ResultTable.Builder<CellFigures> table = ResultTable.of("Measured", cells);
    study
        .spec
        .columns()
        .forEach(
            (head, what) -> {
              boolean number =
                  cells.stream().anyMatch(cell -> study.describe(cell, what).matches("[0-9.,]+"));
              Function<CellFigures, String> value = cell -> study.describe(cell, what);
              if (number) {
                table.number(head, value);
              } else {
                table.text(head, value);
              }
            });
    return table;
  }

  static Chart chart(Study study, List<CellFigures> cells) {
    StudySpec.Curves chart = study.spec.chart();
    return chart.x() == null
        ? barChart(study, cells)
        : curveChart(
            chart.title(),
            new Axis(chart.axis(), true),
            new Axis(chart.y(), chart.log()),
            cells,
            cell -> study.describe(cell, chart.series()),
            cell -> Double.parseDouble(study.describe(cell, chart.x()).replace(",", "")));
  }

  /**
   * The number of cells that did not complete, and that differ from their baselines, in one
   * sentence.
   */
  static Optional<String> answer(List<CellFigures> cells, List<BaselineComparison> baselines) {
    Stream<String> counted = baselines.stream().flatMap(one -> one.countSentence().stream());
    return Stream.concat(incompleteNote(cells).stream(), counted)
        .reduce((some, one) -> some + "; " + one)
        .map(all -> all.substring(0, 1).toUpperCase(Locale.ROOT) + all.substring(1) + ".");
  }

  /** A table with a row for each cell, starting with its label. */
  public static ResultTable.Builder<CellFigures> cells(String caption, List<CellFigures> cells) {
    return ResultTable.of(caption, cells).text("cell", CellFigures::label);
  }

  /** Adds the columns for the median, range, number and outcome of the forks. */
  public static ResultTable.Builder<CellFigures> addMeasuredColumns(
      ResultTable.Builder<CellFigures> table, String unit) {
    return table
        .number(unit, CellFigures::scoreText)
        .text("range", CellFigures::rangeText)
        .number("forks", CellFigures::forksText)
        .entries("result", false, CellFigures::result);
  }

  /** The cells that did not complete, grouped by outcome; empty if all completed. */
  public static Optional<String> incompleteNote(List<CellFigures> cells) {
    Map<String, String> byResult = new LinkedHashMap<>();
    cells.stream()
        .filter(cell -> !cell.haveAllCompleted())
        .forEach(
            cell ->
                byResult.merge(
                    cell.result().text(), cell.label(), (some, one) -> some + ", " + one));
    return byResult.entrySet().stream()
        .map(one -> one.getValue() + " (" + one.getKey() + ")")
        .reduce((some, one) -> some + "; " + one)
        .map(all -> "not completed: " + all);
  }

  /** The scores of the cells as bars, with the ranges of the forks. */
  private static IntervalChart barChart(Study study, List<CellFigures> cells) {
    return new IntervalChart(
        study.spec.chart().title() + ", from the lowest fork to the highest",
        study.spec.unit(),
        cells.stream().map(cell -> cell.bar(cellName(study, cell))).toList());
  }

  /** The label of a cell, followed by the name of the variant with this label, if there is one. */
  private static String cellName(Study study, CellFigures cell) {
    StudySpec.Variant alone = study.spec.variants().get(cell.label());
    return alone == null ? cell.label() : cell.label() + ": " + alone.words();
  }

  /** The scores of the cells as curves, one per series; cells without a score are left out. */
  public static CurveChart curveChart(
      String title,
      Axis x,
      Axis y,
      List<CellFigures> cells,
      Function<CellFigures, String> series,
      ToDoubleFunction<CellFigures> at) {
    Map<String, List<Point>> points = new LinkedHashMap<>();
    List<CellFigures> ascending = new ArrayList<>(cells);
    ascending.sort(Comparator.comparingDouble(at));
    for (CellFigures cell : ascending) {
      cell.sample()
          .map(sample -> new Point(at.applyAsDouble(cell), CellFigures.range(sample)))
          .ifPresent(
              point ->
                  points
                      .computeIfAbsent(series.apply(cell), unseen -> new ArrayList<>())
                      .add(point));
    }
    List<Curve> curves = new ArrayList<>();
    points.forEach((name, all) -> curves.add(new Curve(name, all)));
    return new CurveChart(title, x, y, curves, List.of());
  }

  /** A table of the profilers' metrics, cell by cell. */
  public static ResultTable secondaryTable(StudyResults results) {
    ResultTable.Builder<CellFigures> table =
        cells("Measured next to the score, median of the forks", results.cells());
    results.cells().stream()
        .flatMap(cell -> cell.secondary().keySet().stream())
        .distinct()
        .sorted()
        .forEach(
            name -> {
              Secondary shown = PLAIN.getOrDefault(name, new Secondary(name, 1));
              table.number(shown.head(), cell -> cell.roundedValue(name, shown.unit()));
            });
    return table;
  }
}
