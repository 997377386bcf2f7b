package io.streambench.study;

import io.streambench.config.Text;
import io.streambench.report.chart.Chart;
import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.CurveChart.Curve;
import io.streambench.report.chart.CurveChart.Dimension;
import io.streambench.report.chart.CurveChart.Point;
import io.streambench.report.chart.IntervalChart;
import io.streambench.report.table.ResultTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The parts that the documents of all studies have in common. */
public final class Documents {
  /** The head of a column for a value of our profilers, and the unit in which it is shown. */
  private record Secondary(String head, double unit) {}

  private static final Map<String, Secondary> PLAIN =
      Map.of(
          "peakUnread, B", new Secondary("most unread on one session, MB", 1e6),
          "peakUnreadSum, B", new Secondary("unread, sum of the sessions' peaks, MB", 1e6),
          "sessionStall, ms/op", new Secondary("no session window left, ms/op (sum)", 1),
          "streamStall, ms/op", new Secondary("no stream window left, ms/op (sum)", 1),
          "windowUpdates, 1/op", new Secondary("WINDOW_UPDATEs/op", 1));

  private Documents() {}

  /**
   * The report that most studies need: the cells compared with their baselines in findings and
   * table, what was measured next to the score, and a chart. The table tells the cells apart.
   */
  public static StudyReport compared(
      StudyResults results,
      String title,
      List<String> own,
      List<BaselineComparison> baselines,
      ResultTable.Of<CellFigures> table,
      String unit,
      Chart chart,
      ResultTable... more) {
    List<String> findings = new ArrayList<>();
    answer(results.cells(), baselines).ifPresent(findings::add);
    measured(table, unit);
    for (BaselineComparison baseline : baselines) {
      baseline.finding().ifPresent(findings::add);
      baseline.column(table);
    }
    findings.addAll(own);
    long across =
        baselines.stream().flatMap(BaselineComparison::onAnotherCluster).distinct().count();
    if (across > 0) {
      findings.add(
          Text.of(
              "%d cell(s) ran on other nodes than their baseline in all rounds: what differs"
                  + " between nodes is not separated from the settings, so these are not judged.",
              across));
    }
    List<ResultTable> tables = new ArrayList<>(List.of(table, secondary(results)));
    Collections.addAll(tables, more);
    return new StudyReport(results, title, findings, tables, List.of(chart));
  }

  /** What did not complete, and how many cells differ from their baselines, in one sentence. */
  static Optional<String> answer(List<CellFigures> cells, List<BaselineComparison> baselines) {
    Stream<String> counted = baselines.stream().flatMap(one -> one.counted().stream());
    return Stream.concat(incomplete(cells).stream(), counted)
        .reduce((some, one) -> some + "; " + one)
        .map(all -> all.substring(0, 1).toUpperCase(Locale.ROOT) + all.substring(1) + ".");
  }

  /** A table with a row for each cell, which begins with its label. */
  public static ResultTable.Of<CellFigures> cells(String caption, List<CellFigures> cells) {
    return ResultTable.of(caption, cells).text("cell", CellFigures::label);
  }

  /** Adds the columns of the median, the range of the forks, their number and result. */
  public static ResultTable.Of<CellFigures> measured(
      ResultTable.Of<CellFigures> table, String unit) {
    return table
        .number(unit, CellFigures::score)
        .text("range", CellFigures::spread)
        .number("forks", CellFigures::forks)
        .entries("result", false, CellFigures::result);
  }

  /** The cells that did not complete, by what happened; empty if all did. */
  public static Optional<String> incomplete(List<CellFigures> cells) {
    Map<String, String> byResult = new LinkedHashMap<>();
    cells.stream()
        .filter(cell -> !cell.allCompleted())
        .forEach(
            cell ->
                byResult.merge(
                    cell.result().text(), cell.label(), (some, one) -> some + ", " + one));
    return byResult.entrySet().stream()
        .map(one -> one.getValue() + " (" + one.getKey() + ")")
        .reduce((some, one) -> some + "; " + one)
        .map(all -> "not completed: " + all);
  }

  /** The scores of the cells as bars, with the range of the forks. */
  public static IntervalChart bars(String title, String unit, List<CellFigures> cells) {
    return bars(title, unit, cells, CellFigures::label);
  }

  static IntervalChart bars(
      String title, String unit, List<CellFigures> cells, Function<CellFigures, String> name) {
    return new IntervalChart(
        title + ", from the lowest fork to the highest",
        unit,
        cells.stream().map(cell -> cell.bar(name.apply(cell))).toList());
  }

  /** The scores of the cells that have one, as a curve for each series. */
  public static CurveChart curves(
      String title,
      Dimension x,
      Dimension y,
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

  /** The values that JMH shows next to the score, cell by cell. */
  public static ResultTable secondary(StudyResults results) {
    ResultTable.Of<CellFigures> table =
        cells("Measured next to the score, median of the forks", results.cells());
    results.cells().stream()
        .flatMap(cell -> cell.secondary().keySet().stream())
        .distinct()
        .sorted()
        .forEach(
            name -> {
              Secondary shown = PLAIN.getOrDefault(name, new Secondary(name, 1));
              table.number(shown.head(), cell -> cell.rounded(name, shown.unit()));
            });
    return table;
  }
}
