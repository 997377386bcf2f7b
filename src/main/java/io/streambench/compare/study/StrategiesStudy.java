package io.streambench.compare.study;

import io.streambench.base.TextFormat;
import io.streambench.base.chart.Chart;
import io.streambench.base.chart.CurveChart.Axis;
import io.streambench.base.table.ResultTable;
import io.streambench.base.table.RoundedFormat;
import io.streambench.bench.settings.BenchmarkParameters;
import io.streambench.flow.rule.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A study that compares flow-control strategies, and the use of more connections, with HTTP/1.1 for
 * several numbers of shards and round-trip times. It reports stalls, throughput and unread data.
 */
final class StrategiesStudy {
  /** The number of shards in the published scenario, for which the findings compare scores. */
  private static final int PUBLISHED_SHARD_COUNT = 12;

  private StrategiesStudy() {}

  /** Returns a cell's strategy, which is its label without shards and round-trip time. */
  static String strategyName(StudyCell cell) {
    return cell.label().replaceFirst("-\\d+-\\d+ms$", "");
  }

  private record StrategyCells(String name, List<CellFigures> cells) {
    long count(Predicate<CellFigures> condition) {
      return cells.stream().filter(condition).count();
    }

    Optional<String> maxValueText(String metricName, double divisor) {
      return cells.stream()
          .flatMap(cell -> cell.secondaryValue(metricName).stream())
          .max(Comparator.naturalOrder())
          .map(value -> RoundedFormat.withoutInterval(value / divisor));
    }
  }

  static StudyReport report(StudyResults results) {
    List<CellFigures> cells = results.cells();
    Stream<String> names = cells.stream().map(cell -> strategyName(cell.cell())).distinct();
    List<StrategyCells> strategies =
        names
            .map(
                name ->
                    new StrategyCells(
                        name, filter(cells, c -> strategyName(c.cell()).equals(name))))
            .toList();
    Study study = results.order().study();
    BaselineComparison http1 = BaselineComparison.compareWithBaselines(study, cells).get(0);
    List<Chart> charts = new ArrayList<>();
    for (int shards :
        cells.stream().map(StrategiesStudy::shardCount).distinct().sorted().toList()) {
      charts.add(
          StudyTables.curveChart(
              TextFormat.of("%d shard(s): operations per second over the round-trip time", shards),
              "round-trip time, ms",
              new Axis("ops/s", false),
              cells,
              cell -> shardCount(cell) == shards,
              cell -> strategyName(cell.cell()),
              cell -> cell.intParameter(BenchmarkParameters.RTT_MILLIS.name())));
    }
    List<String> findings = new ArrayList<>();
    findings.add(
        "Stalled somewhere: "
            + strategyNames(strategies, CellFigures::hasStalled)
            + ". Failed somewhere: "
            + strategyNames(strategies, cell -> cell.count(Outcome.FAILED) > 0)
            + ".");
    List<CellFigures> published = filter(cells, cell -> shardCount(cell) == PUBLISHED_SHARD_COUNT);
    BaselineComparison.compareWithBaselines(study, published)
        .get(0)
        .finding(study)
        .ifPresent(findings::add);
    return new StudyReport(
        results,
        findings,
        List.of(
            overviewTable(strategies),
            StudyTables.addMeasuredColumns(
                    StudyTables.newCellTable("Every place", cells)
                        .number("shards", StrategiesStudy::shardCount)
                        .number(
                            "round trip, ms",
                            cell -> cell.intParameter(BenchmarkParameters.RTT_MILLIS.name())),
                    "ops/s")
                .number("ratio to HTTP/1.1 (95 % family interval)", cell -> ratioText(cell, http1)),
            StudyTables.secondaryTable(results)),
        charts);
  }

  private static int shardCount(CellFigures cell) {
    return cell.intParameter(BenchmarkParameters.NUM_SHARDS.name());
  }

  private static List<CellFigures> filter(
      List<CellFigures> cells, Predicate<CellFigures> condition) {
    return cells.stream().filter(condition).toList();
  }

  private static String strategyNames(
      List<StrategyCells> strategies, Predicate<CellFigures> condition) {
    return strategies.stream()
        .filter(strategy -> strategy.count(condition) > 0)
        .map(StrategyCells::name)
        .reduce((first, next) -> first + ", " + next)
        .orElse("none");
  }

  private static ResultTable overviewTable(List<StrategyCells> strategies) {
    return ResultTable.of("Every way, over all places", strategies)
        .text("way", StrategyCells::name)
        .number("places", strategy -> strategy.cells.size())
        .number("stalled in", strategy -> strategy.count(CellFigures::hasStalled))
        .number("failed in", strategy -> strategy.count(cell -> cell.count(Outcome.FAILED) > 0))
        .number("most unread, MB", strategy -> strategy.maxValueText("peakUnreadSum, B", 1e6))
        .number(
            "WINDOW_UPDATEs per operation, at most",
            strategy -> strategy.maxValueText("windowUpdates, 1/op", 1));
  }

  /** Returns the ratio to HTTP/1.1, with an interval if there are enough forks. */
  private static Optional<String> ratioText(CellFigures cell, BaselineComparison http1) {
    return http1
        .ratioText(cell)
        .or(
            () ->
                http1
                    .relativeToBaseline(cell, CellFigures::median)
                    .map(ratio -> TextFormat.of("%.2f", ratio)));
  }
}
