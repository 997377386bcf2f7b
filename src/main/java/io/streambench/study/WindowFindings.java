package io.streambench.study;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.curve.Survival;
import io.streambench.analysis.curve.Survival.Life;
import io.streambench.config.Text;
import io.streambench.predict.Zone;
import io.streambench.report.CurveChart;
import io.streambench.report.CurveChart.Curve;
import io.streambench.report.CurveChart.Dimension;
import io.streambench.report.CurveChart.Marker;
import io.streambench.report.CurveChart.Point;
import io.streambench.report.CurveChart.Shape;
import io.streambench.report.ResultTable;
import io.streambench.report.ResultTable.Entry;
import io.streambench.report.StudyDocument;
import io.streambench.results.CellOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

/** What the phase diagram shows: the rule beside what happened, place by place and in sum. */
final class WindowFindings {
  private static final double JETTYS_RATIO = 0.5;
  private static final int CURVE_POINTS = 60;

  private final StudyResults results;
  private final List<WindowCell> cells;

  WindowFindings(StudyResults results) {
    this.results = results;
    this.cells = results.cells().stream().map(WindowCell::of).toList();
  }

  StudyDocument document() {
    List<ResultTable> tables = new ArrayList<>();
    tables.add(zones());
    tables.add(diagram());
    tables.add(places());
    return Documents.of(
        results,
        "The safe-window rule and what happens",
        sentences(),
        tables,
        List.of(phases(), survival()));
  }

  private List<WindowCell> in(Zone zone) {
    return cells.stream().filter(cell -> cell.measured() && cell.zone() == zone).toList();
  }

  private static long operations(List<WindowCell> some) {
    return some.stream().mapToLong(WindowCell::operations).sum();
  }

  private static long count(List<WindowCell> some, Predicate<WindowCell> what) {
    return some.stream().filter(what).count();
  }

  private List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    List<WindowCell> safe = in(Zone.SAFE);
    List<WindowCell> risk = in(Zone.AT_RISK);
    List<WindowCell> likely = in(Zone.LIKELY);
    sentences.add(
        Text.of(
            "SAFE: %d of %d places stalled, over %,d operations.",
            count(safe, WindowCell::stalled), safe.size(), operations(safe)));
    sentences.add(
        Text.of(
            "AT_RISK: %d of %d places stalled, %,d operations completed.",
            count(risk, WindowCell::stalled), risk.size(), operations(risk)));
    sentences.add(
        Text.of(
            "LIKELY: %d of %d places stalled (%.0f %%), %,d operations completed before.",
            count(likely, WindowCell::agrees),
            likely.size(),
            100.0 * count(likely, WindowCell::agrees) / Math.max(1, likely.size()),
            operations(likely)));
    firstOnTheLine().ifPresent(sentences::add);
    List<String> wrong =
        cells.stream()
            .filter(cell -> cell.measured() && !cell.agrees())
            .map(cell -> cell.figures().cell().label())
            .toList();
    sentences.add(
        wrong.isEmpty()
            ? "The rule was right wherever it was tried."
            : "Not as the rule says: " + String.join(", ", wrong) + ".");
    List<String> failed =
        cells.stream()
            .filter(WindowCell::failed)
            .map(cell -> cell.figures().cell().label())
            .toList();
    if (!failed.isEmpty()) {
      sentences.add("Failed for another reason: " + String.join(", ", failed) + ".");
    }
    return sentences;
  }

  private static boolean onTheLine(WindowCell cell) {
    return cell.figures().cell().label().startsWith(Windows.LINE);
  }

  private Optional<String> firstOnTheLine() {
    List<WindowCell> line =
        cells.stream().filter(cell -> onTheLine(cell) && cell.measured()).toList();
    if (line.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        line.stream()
            .filter(WindowCell::stalled)
            .findFirst()
            .map(
                first ->
                    Text.of(
                        "At Jetty's windows and %d streams, in steps of 2 %%, the first stall was"
                            + " seen at %.2f of the usable window, after %,d operations.",
                        first.rule().streamsPerSession(),
                        first.rule().load(),
                        first.lives().stream()
                            .filter(Life::ended)
                            .mapToLong(Life::after)
                            .min()
                            .orElseThrow()))
            .orElseGet(
                () ->
                    Text.of(
                        "At Jetty's windows nothing stalled up to %.2f of the usable window.",
                        line.get(line.size() - 1).rule().load())));
  }

  private ResultTable zones() {
    List<Zone> zones = List.of(Zone.values());
    List<List<WindowCell>> each = zones.stream().map(this::in).toList();
    return new ResultTable("Zones")
        .text("predicted", zones.stream().map(Zone::name).toList())
        .number("places", each.stream().map(some -> "" + some.size()).toList())
        .number("stalled", each.stream().map(s -> "" + count(s, WindowCell::stalled)).toList())
        .number("operations", each.stream().map(s -> Text.of("%,d", operations(s))).toList())
        .number(
            "not as predicted",
            each.stream().map(some -> "" + count(some, cell -> !cell.agrees())).toList());
  }

  private static boolean plain(WindowCell cell) {
    return !onTheLine(cell)
        && cell.rule().bufferRatio() == JETTYS_RATIO
        && cell.rule().responseBytes() > cell.rule().streamWindow() * 2;
  }

  /** Streams down, windows across, prediction and below it what happened. */
  private ResultTable diagram() {
    List<WindowCell> plain = cells.stream().filter(WindowFindings::plain).toList();
    TreeSet<Integer> streams = new TreeSet<>();
    TreeSet<Double> windows = new TreeSet<>();
    plain.forEach(
        cell -> {
          streams.add(cell.rule().streamsPerSession());
          windows.add(cell.windows());
        });
    ResultTable table =
        new ResultTable(
                "Phase diagram: streams on the session down, session window by stream window across;"
                    + " the prediction, and after how many operations it stalled (x) or how many"
                    + " it did (ok)")
            .number("streams", streams.stream().map(String::valueOf).toList());
    for (double window : windows) {
      table.entries(
          Text.of("%s", window),
          false,
          streams.stream()
              .map(
                  k ->
                      plain.stream()
                          .filter(cell -> cell.rule().streamsPerSession() == k)
                          .filter(cell -> cell.windows() == window)
                          .findFirst()
                          .map(WindowFindings::seen)
                          .orElse(Entry.of("")))
              .toList());
    }
    return table;
  }

  private static Entry seen(WindowCell cell) {
    String what =
        cell.lives().stream()
            .map(life -> (life.ended() ? "x " : "ok ") + life.after())
            .reduce((one, other) -> one + ", " + other)
            .orElse(cell.failed() ? "failed" : "not run");
    return new Entry(cell.zone() + ": " + what, evidence(cell), cell.measured() && !cell.agrees());
  }

  private static Optional<String> evidence(WindowCell cell) {
    return cell.figures().outcomes().stream()
        .filter(outcome -> !cell.agrees() || outcome.outcome() == Outcome.FAILED)
        .map(CellOutcome::folder)
        .flatMap(folder -> Optional.ofNullable(folder).stream())
        .findFirst();
  }

  /** All of them, the other axes included. */
  private ResultTable places() {
    return Documents.labels(new ResultTable("Every place"), results.cells())
        .number("streams", cells.stream().map(c -> "" + c.rule().streamsPerSession()).toList())
        .number("stream window", cells.stream().map(c -> "" + c.rule().streamWindow()).toList())
        .number("session window", cells.stream().map(c -> "" + c.rule().sessionWindow()).toList())
        .number("buffer ratio", cells.stream().map(c -> "" + c.rule().bufferRatio()).toList())
        .number("response", cells.stream().map(c -> "" + c.rule().responseBytes()).toList())
        .number(
            "u / ((1 - p) W)", cells.stream().map(c -> Text.of("%.2f", c.rule().load())).toList())
        .entries("predicted, and seen", false, cells.stream().map(WindowFindings::seen).toList());
  }

  private CurveChart phases() {
    List<WindowCell> plain = cells.stream().filter(cell -> plain(cell) && cell.measured()).toList();
    List<Curve> curves = new ArrayList<>();
    double most = plain.stream().mapToDouble(WindowCell::windows).max().orElse(1);
    double streams =
        plain.stream().mapToInt(cell -> cell.rule().streamsPerSession()).max().orElse(1);
    points(curves, plain, "SAFE, no stall", cell -> cell.zone() == Zone.SAFE && !cell.stalled());
    points(curves, plain, "AT_RISK, stalled", cell -> atRisk(cell) && cell.stalled());
    points(curves, plain, "AT_RISK, no stall", cell -> atRisk(cell) && !cell.stalled());
    points(curves, plain, "LIKELY, stalled", cell -> likely(cell) && cell.agrees());
    points(curves, plain, "not as predicted", cell -> !cell.agrees());
    curves.add(line("SAFE from here to the right", 1 - JETTYS_RATIO, most, streams));
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

  /** Where k - 1 stream windows are that part of the session's. */
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
            new Band("up to 1: SAFE", 0, 1),
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
        "Share of clients that have not stalled, by u / ((1 - p) W)",
        new Dimension("operations begun", true),
        new Dimension("share", false),
        curves,
        List.<Marker>of());
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
