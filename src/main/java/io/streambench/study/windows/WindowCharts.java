package io.streambench.study.windows;

import io.streambench.analysis.curve.Survival;
import io.streambench.analysis.curve.Survival.Life;
import io.streambench.config.FlowControlSettings;
import io.streambench.config.Text;
import io.streambench.predict.Zone;
import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.CurveChart.Curve;
import io.streambench.report.chart.CurveChart.Dimension;
import io.streambench.report.chart.CurveChart.Point;
import io.streambench.report.chart.CurveChart.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The phase diagram as a picture, and how long clients last by their load. */
final class WindowCharts {
  private static final int CURVE_POINTS = 60;

  private final List<WindowCell> cells;

  WindowCharts(List<WindowCell> cells) {
    this.cells = cells;
  }

  List<CurveChart> all() {
    return cells.stream().anyMatch(WindowCell::plain)
        ? List.of(phases(), survival())
        : List.of(survival());
  }

  private CurveChart phases() {
    List<WindowCell> plain =
        cells.stream().filter(cell -> cell.plain() && cell.measured()).toList();
    List<Curve> curves = new ArrayList<>();
    double most = plain.stream().mapToDouble(WindowCell::windows).max().orElse(1);
    double streams =
        plain.stream().mapToInt(cell -> cell.rule().streamsPerSession()).max().orElse(1);
    points(curves, plain, "SAFE, no stall", cell -> cell.zone() == Zone.SAFE && !cell.stalled());
    points(curves, plain, "AT_RISK, stalled", cell -> atRisk(cell) && cell.stalled());
    points(curves, plain, "AT_RISK, no stall", cell -> atRisk(cell) && !cell.stalled());
    points(curves, plain, "LIKELY, stalled", cell -> likely(cell) && cell.agrees());
    points(curves, plain, "not as predicted", cell -> !cell.agrees());
    curves.add(
        line(
            "SAFE from here to the right",
            1 - FlowControlSettings.JETTY_BUFFER_RATIO,
            most,
            streams));
    curves.add(line("LIKELY from here to the left", 1, most, streams));
    return new CurveChart(
        "Phase diagram at buffer ratio 0.5: predicted, and what was seen",
        new Dimension("session window by stream window", false),
        new Dimension("streams on the session", false),
        curves.stream().filter(curve -> !curve.points().isEmpty()).toList(),
        List.of());
  }

  private static boolean atRisk(WindowCell cell) {
    return cell.zone() == Zone.AT_RISK;
  }

  private static boolean likely(WindowCell cell) {
    return cell.zone() == Zone.LIKELY;
  }

  private static void points(
      List<Curve> curves, List<WindowCell> from, String name, Predicate<WindowCell> which) {
    curves.add(
        new Curve(
            name,
            from.stream()
                .filter(which)
                .map(cell -> Point.at(cell.windows(), cell.rule().streamsPerSession()))
                .toList(),
            Shape.POINTS));
  }

  /** The curve on which k - 1 stream windows are that part of the session window. */
  private static Curve line(String name, double part, double most, double streams) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i <= CURVE_POINTS; i++) {
      double windows = Math.pow(most, (double) i / CURVE_POINTS);
      double k = 1 + part * windows;
      if (k <= streams) {
        points.add(Point.at(windows, k));
      }
    }
    return new Curve(name, points, Shape.LINE);
  }

  /** Loads that are looked at together. */
  private record Band(String name, double from, double to) {
    boolean has(WindowCell cell) {
      return cell.rule().load() > from && cell.rule().load() <= to;
    }
  }

  private CurveChart survival() {
    List<Band> bands =
        List.of(
            new Band("below 1: SAFE", 0, Math.nextDown(1)),
            new Band("1: on the line", Math.nextDown(1), 1),
            new Band("1 to 1.25", 1, 1.25),
            new Band("1.25 to 1.6", 1.25, 1.6),
            new Band("1.6 to 2", 1.6, 2),
            new Band("beyond 2", 2, Double.MAX_VALUE));
    List<Curve> curves = new ArrayList<>();
    for (Band band : bands) {
      List<Life> lives =
          cells.stream().filter(band::has).flatMap(cell -> cell.lives().stream()).toList();
      if (!lives.isEmpty()) {
        curves.add(
            new Curve(
                Text.of("%s (%d)", band.name(), lives.size()),
                steps(lives),
                Shape.LINE_AND_POINTS));
      }
    }
    return new CurveChart(
        "Share of clients that have not stalled, by worst unread / usable window",
        new Dimension("operations begun", true),
        new Dimension("share", false),
        curves,
        List.of());
  }

  /** A stall in the operation after n is one in operation n + 1: an axis of ratios has no zero. */
  private static List<Point> steps(List<Life> lives) {
    List<Point> points = new ArrayList<>();
    double share = 1;
    points.add(Point.at(1, Survival.of(lives).after(1)));
    for (Survival.Step step : Survival.of(lives).steps()) {
      double at = step.after() + 1;
      if (at > 1) {
        points.add(Point.at(at, share));
        points.add(Point.at(at, step.share()));
      }
      share = step.share();
    }
    points.add(Point.at(lives.stream().mapToLong(Life::after).max().orElse(0) + 1, share));
    return points;
  }
}
