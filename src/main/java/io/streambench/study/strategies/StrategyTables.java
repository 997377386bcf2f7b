package io.streambench.study.strategies;

import io.streambench.config.Text;
import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.CurveChart.Curve;
import io.streambench.report.chart.CurveChart.Dimension;
import io.streambench.report.chart.CurveChart.Point;
import io.streambench.report.table.ResultTable;
import io.streambench.report.table.ResultTable.Entry;
import io.streambench.report.table.Rounded;
import io.streambench.study.CellFigures;
import io.streambench.study.Documents;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The tables and pictures of the study. */
final class StrategyTables {
  private final StrategyComparison comparison;
  private final List<CellFigures> cells;

  StrategyTables(StrategyComparison comparison) {
    this.comparison = comparison;
    this.cells = comparison.cells();
  }

  /** All of them, the shortest first. */
  List<ResultTable> tables() {
    List<ResultTable> tables = new ArrayList<>();
    tables.add(ways());
    comparison.shards().forEach(shards -> tables.add(besideHttp1(shards)));
    tables.add(every());
    return tables;
  }

  /** One for each number of shards. */
  List<CurveChart> charts() {
    return comparison.shards().stream().map(this::chart).toList();
  }

  private ResultTable ways() {
    List<String> ways = comparison.ways();
    return new ResultTable("Every way, over all places")
        .text("way", ways)
        .number("places", ways.stream().map(way -> "" + comparison.places(way)).toList())
        .number("stalled in", ways.stream().map(way -> "" + comparison.stalledPlaces(way)).toList())
        .number("failed in", ways.stream().map(way -> "" + comparison.failedPlaces(way)).toList())
        .number(
            "most unread, MB",
            ways.stream().map(way -> comparison.mostUnreadMegabytes(way)).toList())
        .number(
            "WINDOW_UPDATEs per operation, at most",
            ways.stream()
                .map(way -> comparison.most(way, StrategyComparison.WINDOW_UPDATES))
                .map(most -> most.isPresent() ? Rounded.alone(most.getAsDouble()) : "-")
                .toList());
  }

  private ResultTable besideHttp1(int shards) {
    List<String> ways = comparison.ways();
    ResultTable table =
        ResultTable.grid(
                Text.of("%d shard(s): operations per second; ratio to HTTP/1.1 (95 %%)", shards))
            .text("way", ways);
    for (int rtt : comparison.rtts()) {
      table.entries(
          Text.of("round trip %d ms", rtt),
          true,
          ways.stream()
              .map(way -> comparison.at(way, shards, rtt).map(this::entry).orElse(Entry.of("")))
              .toList());
    }
    return table;
  }

  private Entry entry(CellFigures cell) {
    if (!cell.allCompleted()) {
      Entry outcome = Documents.outcome(cell);
      return new Entry(outcome.text(), outcome.link(), cell.stalled());
    }
    OptionalDouble beside = comparison.beside(cell);
    if (beside.isEmpty() || Strategies.way(cell.cell()).equals(Strategies.HTTP1)) {
      return Entry.of(Documents.score(cell));
    }
    String ratio =
        comparison
            .judged(cell)
            .filter(judgement -> judgement.evidence().isPresent())
            .map(Documents::ratio)
            .orElseGet(() -> Text.of("%.2f", beside.getAsDouble()));
    return Entry.of(Documents.score(cell) + "; " + ratio);
  }

  private ResultTable every() {
    return Documents.labels(new ResultTable("Every place"), cells)
        .number("shards", Documents.parameters(cells, Strategies.SHARDS))
        .number("round trip, ms", Documents.parameters(cells, Strategies.RTT))
        .number("ops/s", cells.stream().map(Documents::score).toList())
        .text("95 % interval", cells.stream().map(Documents::interval).toList())
        .number("forks", cells.stream().map(Documents::forks).toList())
        .number(
            "most unread, MB",
            secondary(StrategyComparison.PEAK_UNREAD, StrategyComparison.MEGABYTE))
        .number("WINDOW_UPDATEs/op", secondary(StrategyComparison.WINDOW_UPDATES, 1))
        .number("stream windows used up, ms/op (added up)", secondary("streamStall, ms/op", 1))
        .entries("result", false, cells.stream().map(Documents::outcome).toList());
  }

  private List<String> secondary(String name, double unit) {
    return cells.stream()
        .map(cell -> cell.secondary().get(name))
        .map(value -> value == null ? "-" : Rounded.alone(value / unit))
        .toList();
  }

  private CurveChart chart(int shards) {
    List<Curve> curves = new ArrayList<>();
    for (String way : comparison.ways()) {
      List<Point> points = new ArrayList<>();
      for (int rtt : comparison.rtts()) {
        comparison
            .at(way, shards, rtt)
            .filter(CellFigures::allCompleted)
            .ifPresent(
                cell -> points.add(new Point(rtt, Documents.range(cell.estimate().orElseThrow()))));
      }
      if (!points.isEmpty()) {
        curves.add(new Curve(way, points));
      }
    }
    return new CurveChart(
        Text.of("%d shard(s): operations per second over the round-trip time", shards),
        new Dimension("round-trip time, ms", false),
        new Dimension("ops/s", false),
        curves,
        List.of());
  }
}
