package io.streambench.study.tuned;

import io.streambench.config.Text;
import io.streambench.report.chart.Chart;
import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.CurveChart.Curve;
import io.streambench.report.chart.CurveChart.Dimension;
import io.streambench.report.chart.CurveChart.Point;
import io.streambench.report.chart.IntervalChart;
import io.streambench.report.table.ResultTable;
import io.streambench.report.table.ResultTable.Entry;
import io.streambench.report.table.Rounded;
import io.streambench.study.CellFigures;
import io.streambench.study.Documents;
import io.streambench.study.MergeCells;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/** The tables and pictures of the study. */
final class TunedTables {
  private final TunedComparison comparison;
  private final List<Group> groups;

  /** The routes that differ in their length alone. */
  private record Group(int streams, String bandwidth) {
    static Group of(Route route) {
      return new Group(route.streams(), route.bandwidth());
    }

    String words() {
      return Text.of("%d stream(s), %s", streams, bandwidth);
    }
  }

  TunedTables(TunedComparison comparison) {
    this.comparison = comparison;
    this.groups = comparison.routes().stream().map(Group::of).distinct().toList();
  }

  List<ResultTable> tables() {
    List<ResultTable> tables = new ArrayList<>();
    groups.forEach(group -> tables.add(speeds(group)));
    if (!comparison.cells().isEmpty()) {
      tables.add(windows());
      tables.add(every());
    }
    return tables;
  }

  /** A picture of each group: curves over the round-trip time, or bars where there is one. */
  List<Chart> charts() {
    List<Chart> charts = new ArrayList<>();
    groups.forEach(group -> charts.add(routes(group).size() > 1 ? curves(group) : bars(group)));
    return charts;
  }

  private List<Route> routes(Group group) {
    return comparison.routes().stream().filter(route -> Group.of(route).equals(group)).toList();
  }

  private ResultTable speeds(Group group) {
    ResultTable table =
        ResultTable.grid(group.words() + ": merges per second; ratio to tuned windows (95 %)")
            .text("way", comparison.ways().stream().map(Way::words).toList());
    for (Route route : routes(group)) {
      table.entries(
          Text.of("round trip %d ms", route.rttMillis()),
          true,
          comparison.ways().stream().map(way -> entry(new TunedCell(way, route))).toList());
    }
    return table;
  }

  private Entry entry(TunedCell cell) {
    Optional<CellFigures> figures = comparison.at(cell.way(), cell.route());
    if (figures.isEmpty()) {
      return Entry.of("-");
    }
    if (!figures.get().allCompleted()) {
      Entry outcome = Documents.outcome(figures.get());
      return new Entry(outcome.text(), outcome.link(), figures.get().stalled());
    }
    return Entry.of(
        Documents.score(figures.get())
            + comparison
                .judged(cell)
                .filter(judgement -> judgement.evidence().isPresent())
                .map(judgement -> "; " + Documents.ratio(judgement))
                .orElse(""));
  }

  private ResultTable windows() {
    List<Route> routes = comparison.routes();
    return new ResultTable("Tuned windows")
        .text("route", routes.stream().map(Route::words).toList())
        .number("bandwidth x delay, bytes", bytes(routes, Route::bandwidthDelayBytes))
        .number("stream window, bytes", bytes(routes, route -> route.windows().streamWindow()))
        .number("session window, bytes", bytes(routes, route -> route.windows().sessionWindow()))
        .number("bytes of a merge", bytes(routes, TunedTables::mergeBytes))
        .text(
            "large enough",
            routes.stream().map(route -> route.windows().largeEnough() ? "yes" : "no").toList())
        .text(
            "Jetty's windows can slow",
            routes.stream().map(route -> route.windowsCanSlow() ? "yes" : "no, control").toList());
  }

  private static long mergeBytes(Route route) {
    return route.documents() * Long.parseLong(MergeCells.DOCUMENT_BYTES);
  }

  private static List<String> bytes(List<Route> routes, ToLongFunction<Route> ofRoute) {
    return routes.stream().map(route -> Text.of("%,d", ofRoute.applyAsLong(route))).toList();
  }

  private ResultTable every() {
    List<CellFigures> cells = comparison.cells().stream().map(comparison::of).toList();
    return Documents.labels(new ResultTable("Every cell"), cells)
        .number("ops/s", cells.stream().map(Documents::score).toList())
        .text("95 % interval", cells.stream().map(Documents::interval).toList())
        .number("forks", cells.stream().map(Documents::forks).toList())
        .number("most unread, MiB", cells.stream().map(TunedTables::unread).toList())
        .entries("result", false, cells.stream().map(Documents::outcome).toList());
  }

  private static String unread(CellFigures cell) {
    OptionalDouble bytes = TunedComparison.unread(cell);
    return bytes.isEmpty() ? "-" : Rounded.alone(bytes.getAsDouble() / TunedComparison.MEBIBYTE);
  }

  private IntervalChart bars(Group group) {
    Route route = routes(group).get(0);
    List<CellFigures> all =
        comparison.ways().stream().flatMap(way -> comparison.at(way, route).stream()).toList();
    return new IntervalChart(
        route.words() + ": merges per second, with the 95 % interval",
        "ops/s",
        comparison.ways().stream()
            .flatMap(
                way ->
                    comparison.at(way, route).stream()
                        .map(cell -> Documents.bar(way.plain(), cell, all)))
            .toList());
  }

  private CurveChart curves(Group group) {
    List<Curve> curves = new ArrayList<>();
    for (Way way : comparison.ways()) {
      List<Point> points = new ArrayList<>();
      for (Route route : routes(group)) {
        comparison
            .at(way, route)
            .filter(CellFigures::allCompleted)
            .ifPresent(
                cell ->
                    points.add(
                        new Point(
                            route.rttMillis(), Documents.range(cell.estimate().orElseThrow()))));
      }
      if (!points.isEmpty()) {
        curves.add(new Curve(way.plain(), points));
      }
    }
    return new CurveChart(
        group.words() + ": merges per second over the round-trip time",
        new Dimension("round-trip time, ms", false),
        new Dimension("ops/s", false),
        curves,
        List.of());
  }
}
