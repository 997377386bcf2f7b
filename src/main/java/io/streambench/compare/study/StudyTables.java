package io.streambench.compare.study;

import io.streambench.base.TextFormat;
import io.streambench.base.chart.Chart;
import io.streambench.base.chart.CurveChart;
import io.streambench.base.chart.CurveChart.Axis;
import io.streambench.base.chart.CurveChart.Curve;
import io.streambench.base.chart.CurveChart.Point;
import io.streambench.base.chart.IntervalChart;
import io.streambench.base.chart.IntervalChart.Bar;
import io.streambench.base.table.Amounts;
import io.streambench.base.table.ResultTable;
import io.streambench.base.table.RoundedFormat;
import io.streambench.bench.ProcessCostProfiler;
import io.streambench.bench.settings.BenchmarkParameters;
import io.streambench.flow.window.FlowControlKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** The tables and charts that all studies share. */
public final class StudyTables {
  /** The column heading of a profiler's metric, and its display unit. */
  private record SecondaryColumn(String heading, double divisor) {}

  private static final Map<String, SecondaryColumn> SECONDARY_COLUMN_BY_METRIC =
      Map.of(
          "peakUnread, B", new SecondaryColumn("most unread on one session, MB", 1e6),
          "peakUnreadSum, B", new SecondaryColumn("unread, sum of the sessions' peaks, MB", 1e6),
          "sessionStall, ms/op", new SecondaryColumn("no session window left, ms/op (sum)", 1),
          "streamStall, ms/op", new SecondaryColumn("no stream window left, ms/op (sum)", 1),
          "windowUpdates, 1/op", new SecondaryColumn("WINDOW_UPDATEs/op", 1));

  private StudyTables() {}

  /**
   * Creates the default report: the cells compared with their baselines, secondary metrics,
   * published figures, and a chart.
   */
  static StudyReport comparisonReport(StudyResults results) {
    Study study = results.order().study();
    List<CellFigures> cells =
        results.cells().stream().filter(cell -> !cell.outcomes().isEmpty()).toList();
    List<BaselineComparison> all = BaselineComparison.compareWithBaselines(study, cells);
    List<BaselineComparison> baselines = all.subList(0, study.shown());
    ResultTable.Builder<CellFigures> table = measuredTable(study, cells);
    addCostColumns(study.name(), table, baselines);
    addMeasuredColumns(table, study.unit());
    List<String> findings = new ArrayList<>();
    for (BaselineComparison baseline : baselines) {
      baseline.finding(study).ifPresent(findings::add);
      baseline.addColumn(table);
    }
    incompleteNote(study, cells)
        .ifPresent(
            note -> findings.add(0, findings.isEmpty() ? note : note + " " + findings.remove(0)));
    Optional<PublishedFigures> published = PublishedFigures.of(results, Map.of(), all);
    published.ifPresent(page -> findings.addAll(page.findings()));
    long onOtherNodes =
        baselines.stream().flatMap(BaselineComparison::cellsOnAnotherCluster).distinct().count();
    if (onOtherNodes > 0) {
      findings.add(
          TextFormat.of(
              "%d cell(s) ran on other nodes than their baseline in all rounds: what differs"
                  + " between nodes is not separated from the settings, so these are not judged.",
              onOtherNodes));
    }
    List<ResultTable> tables = new ArrayList<>(List.of(table, secondaryTable(results)));
    published.ifPresent(page -> tables.add(page.table()));
    return new StudyReport(results, findings, tables, List.of(chart(study, cells)));
  }

  /** Creates the first table of a report, with the columns that {@link Study#columns} defines. */
  static ResultTable.Builder<CellFigures> measuredTable(Study study, List<CellFigures> cells) {
    ResultTable.Builder<CellFigures> table = ResultTable.of("Measured", cells);
    study
        .columns()
        .forEach(
            (head, what) -> {
              boolean number =
                  cells.stream()
                      .anyMatch(cell -> columnValue(study, cell, what).matches("[0-9.,]+"));
              Function<CellFigures, String> value = cell -> columnValue(study, cell, what);
              if (number) {
                table.number(head, value);
              } else {
                table.text(head, value);
              }
            });
    return table;
  }

  /** Adds columns for CPU usage and related costs, for the studies that measure them. */
  private static void addCostColumns(
      String study, ResultTable.Builder<CellFigures> table, List<BaselineComparison> baselines) {
    if (study.equals("index-recovery")) {
      table.number(
          "CPUs busy",
          cell ->
              cell.sumOfSecondaryValues("leaderCpu, s/op", "receiverCpu, s/op")
                  .flatMap(
                      cpu -> cell.median().map(seconds -> TextFormat.of("%.1f", cpu / seconds))));
    } else if (study.matches("(output-)?buffers?")) {
      Function<CellFigures, Optional<Double>> cpu =
          cell ->
              cell.sumOfSecondaryValues(
                  ProcessCostProfiler.CLIENT_CPU, ProcessCostProfiler.NODES_CPU);
      table
          .number(
              "output buffer, KiB",
              cell -> cell.intParameter(BenchmarkParameters.OUTPUT_BUFFER_SIZE.name()) / 1024)
          .number("queries at a time", CellFigures::threads)
          .number("RTT, ms", cell -> cell.intParameter(BenchmarkParameters.RTT_MILLIS.name()))
          .number("CPU, ms/MB", cell -> cpu.apply(cell).map(RoundedFormat::withoutInterval))
          .number(
              "CPU, ratio to HTTP/1.1, 32 KiB",
              // The baseline of HTTP/1.1 with 256 KiB is HTTP/1.1 with 32 KiB.
              cell ->
                  baselines
                      .get(cell.isHttp1() ? 1 : 0)
                      .relativeToBaseline(cell, cpu)
                      .map(ratio -> TextFormat.of("%.2f", ratio)))
          .number(
              "voluntary context switches/MB, at least",
              cell ->
                  cell.sumOfSecondaryValues(
                          ProcessCostProfiler.CLIENT_SWITCHES, ProcessCostProfiler.NODES_SWITCHES)
                      .map(RoundedFormat::withoutInterval));
    }
  }

  /**
   * Returns the value of a cell in a column. {@code columnKey} is label, variant, protocol,
   * threads, or the name of a parameter or of a profiler's metric.
   */
  static String columnValue(Study study, CellFigures cell, String columnKey) {
    Map<String, String> parameters = cell.cell().parameters();
    String value =
        switch (columnKey) {
          case "label" -> cell.label();
          case "variant" -> variantName(study, cell);
          case "protocol" -> cell.protocol();
          case "threads" -> Integer.toString(cell.threads());
          default ->
              parameters.containsKey(columnKey)
                  ? parameters.get(columnKey)
                  : cell.secondaryValue(columnKey)
                      .map(number -> TextFormat.of("%.2f", number))
                      .orElse("-");
        };
    return value.matches("\\d{1,18}") ? Amounts.count(Long.parseLong(value)) : value;
  }

  /** Returns the display name of a cell's variant, or its strategy if the variant is unknown. */
  private static String variantName(Study study, CellFigures cell) {
    return study.variants().entrySet().stream()
        .filter(variant -> (cell.label() + "-").startsWith(variant.getKey() + "-"))
        .findFirst()
        .map(variant -> variant.getValue().words())
        .orElseGet(() -> "HTTP/2 (" + cell.parameter(FlowControlKind.PARAMETER_NAME) + ")");
  }

  static Chart chart(Study study, List<CellFigures> cells) {
    Study.ChartSpec chart = study.chart();
    if (chart.x() == null) {
      List<Bar> bars =
          cells.stream()
              .map(
                  cell -> cell.bar(cellName(study, cell), columnValue(study, cell, chart.series())))
              .toList();
      return new IntervalChart(
          chart.title() + ", from the lowest fork to the highest", study.unit(), bars, false);
    }
    return curveChart(
        chart.title(),
        chart.axis(),
        new Axis(chart.y(), chart.log()),
        cells,
        cell -> true,
        cell -> columnValue(study, cell, chart.series()),
        cell -> Double.parseDouble(columnValue(study, cell, chart.x()).replace(",", "")));
  }

  /** Creates a table with a row for each cell, starting with its label. */
  public static ResultTable.Builder<CellFigures> newCellTable(
      String caption, List<CellFigures> cells) {
    return ResultTable.of(caption, cells).text("cell", CellFigures::label);
  }

  /** Adds columns for the median, range, number and outcome of the forks. */
  public static ResultTable.Builder<CellFigures> addMeasuredColumns(
      ResultTable.Builder<CellFigures> table, String unit) {
    return table
        .number(unit, CellFigures::scoreText)
        .text("range", CellFigures::rangeText)
        .number("forks", CellFigures::forksText)
        .entries("result", false, CellFigures::outcomeEntry);
  }

  /** Describes the cells that did not complete, grouped by outcome; empty if all completed. */
  private static Optional<String> incompleteNote(Study study, List<CellFigures> cells) {
    CellSentences incomplete = new CellSentences(study);
    cells.stream()
        .filter(cell -> !cell.hasOnlyCompletedForks())
        .forEach(
            cell ->
                incomplete.add(cell, cell.outcomeEntry().text().replaceFirst("\\d$", "$0 forks")));
    return incomplete.text();
  }

  /** Returns a cell's label and, if a variant has this label, the variant's name. */
  private static String cellName(Study study, CellFigures cell) {
    Study.Variant alone = study.variants().get(cell.label());
    return alone == null ? cell.label() : cell.label() + ": " + alone.words();
  }

  /** Creates curves of the selected cells. The selection does not affect the series' colours. */
  static CurveChart curveChart(
      String title,
      String xLabel,
      Axis yAxis,
      List<CellFigures> cells,
      Predicate<CellFigures> isShown,
      Function<CellFigures, String> seriesName,
      ToDoubleFunction<CellFigures> xValue) {
    List<String> names = cells.stream().map(seriesName).distinct().toList();
    List<Curve> curves = new ArrayList<>();
    for (String name : names) {
      List<Point> points = new ArrayList<>();
      cells.stream()
          .filter(isShown.and(cell -> seriesName.apply(cell).equals(name)))
          .sorted(Comparator.comparingDouble(xValue))
          .forEach(
              cell ->
                  cell.sample()
                      .map(forks -> new Point(xValue.applyAsDouble(cell), CellFigures.range(forks)))
                      .ifPresent(points::add));
      curves.add(new Curve(name, names.indexOf(name), false, points));
    }
    return new CurveChart(title, xLabel, yAxis, curves, List.of());
  }

  /** Creates a table of the profilers' metrics for all cells. */
  public static ResultTable secondaryTable(StudyResults results) {
    ResultTable.Builder<CellFigures> table =
        newCellTable("Measured next to the score, median of the forks", results.cells());
    results.cells().stream()
        .flatMap(cell -> cell.secondaryValues().keySet().stream())
        .distinct()
        .sorted()
        .forEach(
            name -> {
              SecondaryColumn shown =
                  SECONDARY_COLUMN_BY_METRIC.getOrDefault(name, new SecondaryColumn(name, 1));
              table.number(
                  shown.heading(), cell -> cell.roundedSecondaryValue(name, shown.divisor()));
            });
    return table;
  }
}
