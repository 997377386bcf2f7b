package io.streambench.study.windows;

import io.streambench.analysis.curve.Survival;
import io.streambench.analysis.curve.Survival.Life;
import io.streambench.config.FlowControlSettings;
import io.streambench.config.Text;
import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.CurveChart.Curve;
import io.streambench.report.chart.CurveChart.Dimension;
import io.streambench.report.chart.CurveChart.Point;
import io.streambench.report.chart.CurveChart.Shape;
import java.util.ArrayList;
import java.util.List;

/** The phase diagram as a picture, and how long clients last by their load. */
final class WindowCharts {
  private static final int CURVE_POINTS = 60;
  private static final String NOT_AS_PREDICTED = "not as predicted";

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
    for (String name :
        List.of(
            "SAFE, no stall",
            "AT_RISK, stalled",
            "AT_RISK, no stall",
            "LIKELY, stalled",
            NOT_AS_PREDICTED)) {
      curves.add(
          new Curve(
              name,
              plain.stream()
                  .filter(cell -> seen(cell).equals(name))
                  .map(cell -> Point.at(cell.windows(), cell.rule().streamsPerSession()))
                  .toList(),
              Shape.POINTS));
    }
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

  private static String seen(WindowCell cell) {
    return cell.agrees()
        ? cell.zone() + (cell.stalled() ? ", stalled" : ", no stall")
        : NOT_AS_PREDICTED;
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
        curves.add(new Curve(Text.of("%s (%d)", band.name(), lives.size()), steps(lives)));
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
