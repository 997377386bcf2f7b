package io.streambench.compare.study;

import io.streambench.base.TextFormat;
import io.streambench.base.chart.CurveChart.Marker;
import io.streambench.base.chart.ZoneChart;
import io.streambench.base.chart.ZoneChart.Observation;
import io.streambench.base.table.Amounts;
import io.streambench.base.table.ResultTable;
import io.streambench.base.table.ResultTable.Entry;
import io.streambench.bench.documents.ExpectedResponse;
import io.streambench.bench.settings.FlowControlSettings;
import io.streambench.bench.settings.StreamingSettings;
import io.streambench.compare.cells.CellOutcome;
import io.streambench.flow.predict.SafeWindowRule;
import io.streambench.flow.predict.Zone;
import io.streambench.flow.rule.Outcome;
import io.streambench.flow.window.ReceiveWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A study that checks the safe-window rule, which predicts whether a merge over one session cannot,
 * may or will stall. There is one node, so all shards share a session. Each cell reuses one client
 * until it stalls or has completed enough operations. Exactly on the rule's boundary, the outcome
 * depends on how documents are distributed. On the boundary and just below it, some cells therefore
 * have shards with contiguous sort ranges.
 */
final class WindowsStudy {
  private static final Map<Scale, List<StudyCell>> CELLS_BY_SCALE = new ConcurrentHashMap<>();

  /**
   * The smallest stream window that does not cause a flood of frames. With smaller windows, a warm
   * client sends so many WINDOW_UPDATE frames that Jetty's server closes the connection. The server
   * tolerates 128 frames per second for streams that it has ended.
   */
  private static final int MIN_FLOOD_FREE_STREAM_WINDOW = 1024 * 1024;

  private WindowsStudy() {}

  /** Returns the cells with their recording settings. The result is cached. */
  static List<StudyCell> withRecordings(Scale scale, Function<Scale, List<StudyCell>> cells) {
    return CELLS_BY_SCALE.computeIfAbsent(
        scale, key -> cells.apply(key).stream().map(WindowsStudy::withRecording).toList());
  }

  /** Returns a cell with its recording setting: recordings are always kept if a stall is likely. */
  private static StudyCell withRecording(StudyCell cell) {
    return cell.withParameters(
        Map.of("recording", safeWindowRule(cell).zone() == Zone.LIKELY ? "keep" : "on"));
  }

  /** Returns the safe-window rule for a cell, whose shards all share one session. */
  static SafeWindowRule safeWindowRule(StudyCell cell) {
    StreamingSettings settings =
        StreamingSettings.of(cell.addDefaultValues(cell.parameters()), Map.of());
    FlowControlSettings windows = settings.transport().flowControl();
    return new SafeWindowRule(
        settings.cluster().numShards(),
        windows.streamWindow().orElse(ReceiveWindow.JETTY_STREAM_BYTES),
        windows.sessionWindow().orElse(ReceiveWindow.JETTY_SESSION_BYTES),
        windows.bufferRatio().orElse(ReceiveWindow.JETTY_BUFFER_RATIO),
        ExpectedResponse.sizeBytes(settings.cluster(), settings.documents(), true),
        false,
        1);
  }

  /** Returns a cell's timing. Cells that are predicted never to stall run the most operations. */
  static Timing timing(StudyCell cell) {
    SafeWindowRule rule = safeWindowRule(cell);
    return switch (rule.zone()) {
      case SAFE ->
          rule.streamWindow() < MIN_FLOOD_FREE_STREAM_WINDOW
              ? Timing.ofSingleShots(200, 15)
              : Timing.ofSingleShots(2_000, 200);
      case AT_RISK -> Timing.ofSingleShots(200, 15);
      case LIKELY -> Timing.ofSingleShots(20, 8);
    };
  }

  static boolean isEvidenceKept(StudyCell cell, Outcome outcome) {
    Zone zone = safeWindowRule(cell).zone();
    return switch (outcome) {
      case FAILED -> true;
      case STALLED -> zone == Zone.SAFE;
      case COMPLETED -> zone == Zone.LIKELY;
    };
  }

  static StudyReport report(StudyResults results) {
    List<WindowCell> cells =
        results.cells().stream()
            .map(cell -> new WindowCell(cell, safeWindowRule(cell.cell())))
            .toList();
    return new StudyReport(
        results,
        findings(cells),
        List.of(groupTable(cells), cellTable(cells)),
        List.of(
            chart(
                cells.stream().filter(cell -> cell.isChartable() && cell.isMeasured()).toList())));
  }

  private record WindowCell(CellFigures figures, SafeWindowRule rule) {
    boolean isExactlyOnBoundary(boolean contiguousRanges) {
      return rule.isOnBoundary() && contiguousRanges == figures.label().startsWith("runs-");
    }

    /** Returns the runs that did not fail. Each completed its operations or stalled. */
    List<CellOutcome> completedOrStalledRuns() {
      return figures.outcomes().stream()
          .filter(outcome -> outcome.outcome() != Outcome.FAILED)
          .toList();
    }

    /** Returns whether the cell fits the chart, which only has axes for windows and streams. */
    boolean isChartable() {
      return !figures.label().matches("(line|runs)-.*")
          && rule.bufferRatio() == ReceiveWindow.JETTY_BUFFER_RATIO
          && rule.responseBytes() > rule.streamWindow() * 2;
    }

    boolean isMeasured() {
      return !completedOrStalledRuns().isEmpty();
    }

    long operations() {
      return figures.outcomes().stream().mapToLong(CellOutcome::operations).sum();
    }

    /** Returns whether the outcomes agree with the rule. AT_RISK agrees with every outcome. */
    boolean isConsistentWithRule() {
      return switch (rule.zone()) {
        case SAFE -> !figures.hasStalled();
        case AT_RISK -> true;
        case LIKELY ->
            completedOrStalledRuns().stream().allMatch(run -> run.outcome() == Outcome.STALLED);
      };
    }
  }

  private record Group(String name, List<WindowCell> cells) {
    static Group of(String name, List<WindowCell> allCells, Predicate<WindowCell> condition) {
      return new Group(
          name, allCells.stream().filter(condition.and(WindowCell::isMeasured)).toList());
    }

    static Group of(Zone zone, List<WindowCell> allCells) {
      return of(zone.name(), allCells, cell -> cell.rule().zone() == zone);
    }

    long count(Predicate<WindowCell> condition) {
      return cells.stream().filter(condition).count();
    }

    long operations() {
      return cells.stream().mapToLong(WindowCell::operations).sum();
    }

    /** Returns the highest operation number at which a run stalled; empty without a stall. */
    Optional<Long> lastStalledOperation() {
      return cells.stream()
          .flatMap(cell -> cell.completedOrStalledRuns().stream())
          .filter(run -> run.outcome() == Outcome.STALLED)
          .map(run -> run.operations() + 1)
          .max(Long::compare);
    }
  }

  private static List<String> findings(List<WindowCell> cells) {
    List<String> sentences = new ArrayList<>();
    Group safe = Group.of(Zone.SAFE, cells);
    if (!safe.cells.isEmpty()) {
      sentences.add(
          TextFormat.of(
              "SAFE: %d of %d places stalled, over %,d operations%s.",
              safe.count(cell -> cell.figures().hasStalled()),
              safe.cells.size(),
              safe.operations(),
              upperBoundText(safe)));
    }
    long failed =
        cells.stream()
            .filter(cell -> !cell.isMeasured() && !cell.figures().outcomes().isEmpty())
            .count();
    if (failed > 0) {
      sentences.add(
          TextFormat.of("%d place(s) failed, without a stall: they are not counted.", failed));
    }
    // AT_RISK agrees with every outcome
    int falsifiable = safe.cells.size() + Group.of(Zone.LIKELY, cells).cells.size();
    String none =
        "No place contradicts the rule. Only %d place(s) could: those that are SAFE or LIKELY.";
    sentences.add(
        cells.stream()
            .filter(cell -> cell.isMeasured() && !cell.isConsistentWithRule())
            .map(cell -> cell.figures().label())
            .reduce((some, next) -> some + ", " + next)
            .map(wrong -> "Not as the rule says: " + wrong + ".")
            .orElse(TextFormat.of(none, falsifiable)));
    return sentences;
  }

  /** Returns upper bounds for the stall rates of a group as text; empty if there was a stall. */
  private static String upperBoundText(Group safe) {
    return safe.count(cell -> cell.figures().hasStalled()) > 0 || safe.operations() == 0
        ? ""
        : TextFormat.of(
            ": at most %.2f %% of operations and %.1f %% of such places stall (95 %% confidence)",
            100 * upperBoundForZeroEvents(safe.operations()),
            100 * upperBoundForZeroEvents(safe.cells.size()));
  }

  /**
   * Returns the one-sided 95 % upper bound of Clopper and Pearson (Biometrika 26, 1934) for the
   * probability of an event that never occurred.
   */
  private static double upperBoundForZeroEvents(long tries) {
    return -Math.expm1(Math.log(0.05) / tries);
  }

  private static ResultTable groupTable(List<WindowCell> cells) {
    return ResultTable.of(
            "Zones, and places that are AT_RISK by a single byte",
            List.of(
                Group.of(Zone.SAFE, cells),
                Group.of(Zone.AT_RISK, cells),
                Group.of(Zone.LIKELY, cells),
                Group.of(
                    "exactly on the line, shards hold runs of the sort order",
                    cells,
                    cell -> cell.isExactlyOnBoundary(true)),
                Group.of(
                    "exactly on the line, documents placed by their hash",
                    cells,
                    cell -> cell.isExactlyOnBoundary(false))))
        .text("predicted", Group::name)
        .number("places", group -> group.cells.size())
        .number("stalled", group -> group.count(cell -> cell.figures().hasStalled()))
        .number("operations", group -> TextFormat.of("%,d", group.operations()))
        .number("not as predicted", group -> group.count(cell -> !cell.isConsistentWithRule()))
        .number(
            "last stall, in operation",
            group -> group.lastStalledOperation().map(n -> TextFormat.of("%,d", n)));
  }

  private static Entry outcomeEntry(WindowCell cell) {
    String what =
        cell.completedOrStalledRuns().stream()
            .map(run -> (run.outcome() == Outcome.STALLED ? "x " : "ok ") + run.operations())
            .reduce((one, other) -> one + ", " + other)
            .orElse(cell.figures().outcomes().isEmpty() ? "not run" : "failed");
    Optional<String> evidence =
        cell.figures().outcomes().stream()
            .filter(outcome -> !cell.isConsistentWithRule() || outcome.outcome() == Outcome.FAILED)
            .map(CellOutcome::folder)
            .flatMap(Stream::ofNullable)
            .findFirst();
    return new Entry(
        cell.rule().zone() + ": " + what,
        evidence,
        cell.isMeasured() && !cell.isConsistentWithRule());
  }

  private static ResultTable cellTable(List<WindowCell> cells) {
    return ResultTable.of(
            "Every place. x: operations before a stall; ok: operations without one", cells)
        .text("cell", cell -> cell.figures().label())
        .number("streams", cell -> cell.rule().streamsPerSession())
        .number("stream window, bytes", cell -> Amounts.count(cell.rule().streamWindow()))
        .number("session window, bytes", cell -> Amounts.count(cell.rule().sessionWindow()))
        .number("buffer ratio", cell -> cell.rule().bufferRatio())
        .number("response, bytes", cell -> Amounts.count(cell.rule().responseBytes()))
        .number(
            "worst unread / usable window", cell -> TextFormat.of("%.2f", cell.rule().loadRatio()))
        .number(
            "bytes below the line",
            cell -> Amounts.count(cell.rule().usableWindow() - cell.rule().maxUnread()))
        .entries("predicted, and seen", false, WindowsStudy::outcomeEntry);
  }

  private static ZoneChart chart(List<WindowCell> chartable) {
    return new ZoneChart(
        "Which windows stall? One merge over one connection",
        "session window, as a multiple of the stream window",
        "shards on the connection",
        List.of(1.0, 1 - ReceiveWindow.JETTY_BUFFER_RATIO),
        List.of("LIKELY: stalls", "AT_RISK: may stall", "SAFE: does not stall"),
        "stalled",
        "did not stall",
        chartable.stream()
            .map(
                cell ->
                    new Observation(
                        (double) cell.rule().sessionWindow() / cell.rule().streamWindow(),
                        cell.rule().streamsPerSession(),
                        cell.figures().hasStalled()))
            .toList(),
        new Marker(
            (double) ReceiveWindow.JETTY_SESSION_BYTES / ReceiveWindow.JETTY_STREAM_BYTES,
            "Solr's default"));
  }
}
