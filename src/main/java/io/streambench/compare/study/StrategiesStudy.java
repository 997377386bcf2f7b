package io.streambench.compare.study;

import io.streambench.base.TextFormat;
import io.streambench.base.chart.Chart;
import io.streambench.base.chart.CurveChart.Axis;
import io.streambench.base.table.ResultTable;
import io.streambench.base.table.Rounded;
import io.streambench.bench.settings.BenchmarkParameters;
import io.streambench.flow.rule.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Compares the possible solutions for the stall, and the cost of each: every flow-control strategy,
 * and more connections, with varying shards and round-trip times, against HTTP/1.1.
 */
final class StrategiesStudy {
  /** The number of shards of the published scenario, to which the goal refers. */
  private static final int GOAL_SHARDS = 12;

  private StrategiesStudy() {}

  /** The solution that a cell measures: the cell's label without shards and distance. */
  static String strategyOf(StudyCell cell) {
    return cell.label().replaceFirst("-\\d+-\\d+ms$", "");
  }

  private record StrategyCells(String name, List<CellFigures> cells) {
    long count(Predicate<CellFigures> which) {
      return cells.stream().filter(which).count();
    }

    Optional<String> maxOf(String secondary, double unit) {
      return cells.stream()
          .flatMap(cell -> cell.value(secondary).stream())
          .max(Comparator.naturalOrder())
          .map(value -> Rounded.withoutInterval(value / unit));
    }
  }

  static StudyReport report(StudyResults results) {
    List<CellFigures> cells = results.cells();
    Stream<String> names = cells.stream().map(cell -> strategyOf(cell.cell())).distinct();
    List<StrategyCells> ways =
        names.map(name -> new StrategyCells(name, cellsWith(cells, name))).toList();
    Study study = results.order().study();
    BaselineComparison http1 = BaselineComparison.all(study, cells).get(0);
    List<Chart> charts = new ArrayList<>();
    for (int shards : cells.stream().map(StrategiesStudy::shards).distinct().sorted().toList()) {
      charts.add(
          StudyTables.curveChart(
              TextFormat.of("%d shard(s): operations per second over the round-trip time", shards),
              new Axis("round-trip time, ms", false),
              new Axis("ops/s", false),
              cellsWith(cells, shards),
              cell -> strategyOf(cell.cell()),
              cell -> cell.number(BenchmarkParameters.RTT_MILLIS.name())));
    }
    List<String> findings = new ArrayList<>();
    findings.add(
        "Stalled somewhere: "
            + names(ways, CellFigures::hasStalled)
            + ". Failed somewhere: "
            + names(ways, cell -> cell.count(Outcome.FAILED) > 0)
            + ".");
    BaselineComparison.all(study, cellsWith(cells, GOAL_SHARDS))
        .get(0)
        .finding()
        .ifPresent(findings::add);
    return new StudyReport(
        results,
        findings,
        List.of(
            overview(ways),
            StudyTables.addMeasuredColumns(
                    StudyTables.cells("Every place", cells)
                        .number("shards", StrategiesStudy::shards)
                        .number(
                            "round trip, ms",
                            cell -> cell.number(BenchmarkParameters.RTT_MILLIS.name())),
                    "ops/s")
                .number("ratio to HTTP/1.1 (95 %)", cell -> ratio(cell, http1)),
            StudyTables.secondaryTable(results)),
        charts);
  }

  private static int shards(CellFigures cell) {
    return cell.number(BenchmarkParameters.NUM_SHARDS.name());
  }

  private static List<CellFigures> cellsWith(List<CellFigures> cells, int shards) {
    return cells.stream().filter(cell -> shards(cell) == shards).toList();
  }

  private static List<CellFigures> cellsWith(List<CellFigures> cells, String way) {
    return cells.stream().filter(cell -> strategyOf(cell.cell()).equals(way)).toList();
  }

  private static String names(List<StrategyCells> ways, Predicate<CellFigures> which) {
    return ways.stream()
        .filter(way -> way.count(which) > 0)
        .map(StrategyCells::name)
        .reduce((some, one) -> some + ", " + one)
        .orElse("none");
  }

  private static ResultTable overview(List<StrategyCells> ways) {
    return ResultTable.of("Every way, over all places", ways)
        .text("way", StrategyCells::name)
        .number("places", way -> way.cells.size())
        .number("stalled in", way -> way.count(CellFigures::hasStalled))
        .number("failed in", way -> way.count(cell -> cell.count(Outcome.FAILED) > 0))
        .number("most unread, MB", way -> way.maxOf("peakUnreadSum, B", 1e6))
        .number(
            "WINDOW_UPDATEs per operation, at most", way -> way.maxOf("windowUpdates, 1/op", 1));
  }

  /** The ratio to HTTP/1.1, with an interval if there are enough forks. */
  private static Optional<String> ratio(CellFigures cell, BaselineComparison http1) {
    return http1
        .ratio(cell)
        .or(
            () ->
                http1.relativeTo(cell, CellFigures::median).map(one -> TextFormat.of("%.2f", one)));
  }
}
