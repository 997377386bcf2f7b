package io.streambench.study.windows;

import io.streambench.analysis.Outcome;
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
import io.streambench.report.study.StudyDocument;
import io.streambench.report.table.Amounts;
import io.streambench.report.table.ResultTable;
import io.streambench.report.table.ResultTable.Entry;
import io.streambench.results.CellOutcome;
import io.streambench.study.Documents;
import io.streambench.study.StudyResults;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The report of the phase diagram: the rule compared with what happened, place by place and in sum;
 * the diagram as a picture, and how long clients last by their load.
 */
final class WindowFindings {
  private static final int CURVE_POINTS = 60;
  private static final String NOT_AS_PREDICTED = "not as predicted";

  private final StudyResults results;
  private final List<WindowCell> cells;

  WindowFindings(StudyResults results) {
    this.results = results;
    this.cells = results.cells().stream().map(WindowCell::of).toList();
  }

  StudyDocument document() {
    List<ResultTable> tables = new ArrayList<>();
    tables.add(groups());
    if (cells.stream().anyMatch(WindowCell::plain)) {
      tables.add(diagram());
    }
    tables.add(places());
    return Documents.of(
        results, "The safe-window rule and what happens", sentences(), tables, charts());
  }

  /** Places that are counted together, and were measured. */
  private record Group(String name, List<WindowCell> cells) {
    long count(Predicate<WindowCell> what) {
      return cells.stream().filter(what).count();
    }

    long operations() {
      return cells.stream().mapToLong(WindowCell::operations).sum();
    }

    /** The operation in which the last of them stalled; empty if none did. */
    Optional<Long> lastStall() {
      return cells.stream()
          .flatMap(cell -> cell.lives().stream())
          .filter(Life::ended)
          .map(life -> life.after() + 1)
          .max(Long::compare);
    }
  }

  private Group group(String name, Predicate<WindowCell> which) {
    return new Group(name, cells.stream().filter(which.and(WindowCell::measured)).toList());
  }

  private Group group(Zone zone) {
    return group(zone.name(), cell -> cell.zone() == zone);
  }

  private List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    Group safe = group(Zone.SAFE);
    if (!safe.cells.isEmpty()) {
      sentences.add(
          Text.of(
              "SAFE: %d of %d places stalled, over %,d operations%s.",
              safe.count(WindowCell::stalled), safe.cells.size(), safe.operations(), atMost(safe)));
    }
    firstOnTheWalk().ifPresent(sentences::add);
    String wrong = labels(cell -> cell.measured() && !cell.agrees());
    sentences.add(
        wrong.isEmpty()
            // AT_RISK agrees with either.
            ? Text.of(
                "No place contradicts the rule. Only %d place(s) could: those that are SAFE or"
                    + " LIKELY.",
                safe.cells.size() + group(Zone.LIKELY).cells.size())
            : "Not as the rule says: " + wrong + ".");
    String failed = labels(WindowCell::failed);
    if (!failed.isEmpty()) {
      sentences.add("Failed for another reason: " + failed + ".");
    }
    return sentences;
  }

  private String labels(Predicate<WindowCell> which) {
    return cells.stream()
        .filter(which)
        .map(cell -> cell.figures().label())
        .collect(Collectors.joining(", "));
  }

  /** Upper limits where nothing stalled: a stall that was not seen may still happen. */
  private static String atMost(Group safe) {
    return safe.count(WindowCell::stalled) > 0 || safe.operations() == 0
        ? ""
        : Text.of(
            ": at most %.2f %% of operations and %.1f %% of such places stall (95 %% confidence)",
            100 * neverSeen(safe.operations()), 100 * neverSeen(safe.cells.size()));
  }

  /** The upper limit of Clopper and Pearson (Biometrika 26, 1934), one-sided at 95 %. */
  private static double neverSeen(long tries) {
    return -Math.expm1(Math.log(0.05) / tries);
  }

  private Optional<String> firstOnTheWalk() {
    return group("", cell -> cell.onTheWalk() && cell.stalled()).cells.stream()
        .findFirst()
        .map(
            first ->
                Text.of(
                    "With Jetty's windows and %d streams, in steps of 2 %%, the first stall came"
                        + " when unread data could reach %.2f times the usable window, after %,d"
                        + " operations.",
                    first.rule().streamsPerSession(),
                    first.rule().load(),
                    first.lives().stream()
                        .filter(Life::ended)
                        .mapToLong(Life::after)
                        .min()
                        .orElseThrow()));
  }

  private ResultTable groups() {
    return ResultTable.of(
            "Zones, and places that are AT_RISK by a single byte",
            List.of(
                group(Zone.SAFE),
                group(Zone.AT_RISK),
                group(Zone.LIKELY),
                group(
                    "exactly on the line, shards hold runs of the sort order",
                    cell -> cell.rule().onTheLine() && cell.inRuns()),
                group(
                    "exactly on the line, documents placed by their hash",
                    cell -> cell.rule().onTheLine() && !cell.inRuns())))
        .text("predicted", Group::name)
        .number("places", group -> group.cells.size())
        .number("stalled", group -> group.count(WindowCell::stalled))
        .number("operations", group -> Text.of("%,d", group.operations()))
        .number("not as predicted", group -> group.count(cell -> !cell.agrees()))
        .number("last stall, in operation", group -> group.lastStall().map(n -> Text.of("%,d", n)));
  }

  /** Streams down, windows across, prediction and below it what happened. */
  private ResultTable diagram() {
    List<WindowCell> plain = cells.stream().filter(WindowCell::plain).toList();
    ResultTable.Of<Integer> table =
        ResultTable.grid(
                "Phase diagram. Rows: streams on the session. Columns: session window divided by"
                    + " stream window. Cells: the prediction, then the operations completed before"
                    + " a stall (x) or without one (ok)",
                plain.stream()
                    .map(cell -> cell.rule().streamsPerSession())
                    .distinct()
                    .sorted()
                    .toList())
            .number("streams", streams -> streams);
    for (double window : plain.stream().map(WindowCell::windows).distinct().sorted().toList()) {
      table.entries(
          Text.of("%s", window),
          false,
          streams ->
              plain.stream()
                  .filter(cell -> cell.rule().streamsPerSession() == streams)
                  .filter(cell -> cell.windows() == window)
                  .findFirst()
                  .map(WindowFindings::seen)
                  .orElse(Entry.of("")));
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
    return ResultTable.of(
            "Every place. x: operations before a stall; ok: operations without one", cells)
        .text("cell", cell -> cell.figures().label())
        .number("streams", cell -> cell.rule().streamsPerSession())
        .number("stream window, bytes", cell -> Amounts.count(cell.rule().streamWindow()))
        .number("session window, bytes", cell -> Amounts.count(cell.rule().sessionWindow()))
        .number("buffer ratio", cell -> cell.rule().bufferRatio())
        .number("response, bytes", cell -> Amounts.count(cell.rule().responseBytes()))
        .number("worst unread / usable window", cell -> Text.of("%.2f", cell.rule().load()))
        .number("bytes below the line", cell -> Amounts.count(cell.bytesBelowTheLine()))
        .entries("predicted, and seen", false, WindowFindings::seen);
  }

  private List<CurveChart> charts() {
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
                  .filter(cell -> word(cell).equals(name))
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

  private static String word(WindowCell cell) {
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
