package io.streambench.study.windows;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.compare.NeverSeen;
import io.streambench.analysis.curve.Survival.Life;
import io.streambench.config.Text;
import io.streambench.predict.Zone;
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
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The findings of the phase diagram: the rule compared with what happened, place by place and in
 * sum.
 */
final class WindowFindings {
  private final StudyResults results;
  private final List<WindowCell> cells;

  WindowFindings(StudyResults results) {
    this.results = results;
    this.cells = results.cells().stream().map(WindowCell::of).toList();
  }

  StudyDocument document() {
    List<ResultTable> tables = new ArrayList<>();
    tables.add(zones());
    if (cells.stream().anyMatch(WindowCell::plain)) {
      tables.add(diagram());
    }
    tables.add(places());
    return Documents.of(
        results,
        "The safe-window rule and what happens",
        sentences(),
        tables,
        new WindowCharts(cells).all());
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
    if (!safe.isEmpty()) {
      sentences.add(
          Text.of(
              "SAFE: %d of %d places stalled, over %,d operations%s.",
              count(safe, WindowCell::stalled), safe.size(), operations(safe), atMost(safe)));
    }
    if (!risk.isEmpty()) {
      sentences.add(
          Text.of(
              "AT_RISK: %d of %d places stalled, %,d operations completed.",
              count(risk, WindowCell::stalled), risk.size(), operations(risk)));
    }
    onTheLine("with shards that hold runs of the sort order", WindowCell::inRuns)
        .ifPresent(sentences::add);
    onTheLine("with documents placed by their hash", cell -> !cell.inRuns())
        .ifPresent(sentences::add);
    if (!likely.isEmpty()) {
      sentences.add(
          Text.of(
              "LIKELY: %d of %d places stalled (%.0f %%), %,d operations completed before.",
              count(likely, WindowCell::agrees),
              likely.size(),
              100.0 * count(likely, WindowCell::agrees) / likely.size(),
              operations(likely)));
    }
    firstOnTheWalk().ifPresent(sentences::add);
    List<String> wrong =
        cells.stream()
            .filter(cell -> cell.measured() && !cell.agrees())
            .map(cell -> cell.figures().cell().label())
            .toList();
    sentences.add(
        wrong.isEmpty() ? noneWrong() : "Not as the rule says: " + String.join(", ", wrong) + ".");
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

  /** Upper limits where nothing stalled: a stall that was not seen may still happen. */
  private static String atMost(List<WindowCell> safe) {
    return count(safe, WindowCell::stalled) > 0 || operations(safe) == 0
        ? ""
        : Text.of(
            ": at most %.2f %% of operations and %.1f %% of such places stall (95 %% confidence)",
            100 * NeverSeen.atMost(operations(safe)), 100 * NeverSeen.atMost(safe.size()));
  }

  /** AT_RISK agrees with whatever happens. */
  private String noneWrong() {
    return Text.of(
        "No place contradicts the rule. Only %d place(s) could: those that are SAFE or LIKELY.",
        in(Zone.SAFE).size() + in(Zone.LIKELY).size());
  }

  /** The finding for places that are AT_RISK by a single byte. */
  private Optional<String> onTheLine(String what, Predicate<WindowCell> which) {
    List<WindowCell> line =
        cells.stream()
            .filter(cell -> cell.measured() && cell.rule().onTheLine())
            .filter(which)
            .toList();
    if (line.isEmpty()) {
      return Optional.empty();
    }
    OptionalLong last =
        line.stream()
            .flatMap(cell -> cell.lives().stream())
            .filter(Life::ended)
            .mapToLong(Life::after)
            .max();
    return Optional.of(
        Text.of(
            "Exactly on the line (AT_RISK by one byte), %s: %d of %d places stalled%s.",
            what,
            count(line, WindowCell::stalled),
            line.size(),
            last.isPresent()
                ? Text.of(", in operation %,d at the latest", last.getAsLong() + 1)
                : ""));
  }

  private Optional<String> firstOnTheWalk() {
    List<WindowCell> line =
        cells.stream().filter(cell -> cell.onTheWalk() && cell.measured()).toList();
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
                        "With Jetty's windows and %d streams, in steps of 2 %%, the first stall"
                            + " came when unread data could reach %.2f times the usable"
                            + " window, after %,d operations.",
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
                        "With Jetty's windows nothing stalled, with at most %.2f times the usable window"
                            + " of unread data possible.",
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

  /** Streams down, windows across, prediction and below it what happened. */
  private ResultTable diagram() {
    List<WindowCell> plain = cells.stream().filter(WindowCell::plain).toList();
    TreeSet<Integer> streams = new TreeSet<>();
    TreeSet<Double> windows = new TreeSet<>();
    plain.forEach(
        cell -> {
          streams.add(cell.rule().streamsPerSession());
          windows.add(cell.windows());
        });
    ResultTable table =
        ResultTable.grid(
                "Phase diagram. Rows: streams on the session. Columns: session window divided by"
                    + " stream window. Cells: the prediction, then the operations completed before"
                    + " a stall (x) or without one (ok)")
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
    return Documents.labels(
            new ResultTable(
                "Every place. x: operations before a stall; ok: operations without one"),
            results.cells())
        .number("streams", cells.stream().map(c -> "" + c.rule().streamsPerSession()).toList())
        .number(
            "stream window, bytes",
            cells.stream().map(c -> Amounts.count(c.rule().streamWindow())).toList())
        .number(
            "session window, bytes",
            cells.stream().map(c -> Amounts.count(c.rule().sessionWindow())).toList())
        .number("buffer ratio", cells.stream().map(c -> "" + c.rule().bufferRatio()).toList())
        .number(
            "response, bytes",
            cells.stream().map(c -> Amounts.count(c.rule().responseBytes())).toList())
        .number(
            "worst unread / usable window",
            cells.stream().map(c -> Text.of("%.2f", c.rule().load())).toList())
        .number(
            "bytes below the line",
            cells.stream().map(c -> Text.of("%,d", c.bytesBelowTheLine())).toList())
        .entries("predicted, and seen", false, cells.stream().map(WindowFindings::seen).toList());
  }
}
