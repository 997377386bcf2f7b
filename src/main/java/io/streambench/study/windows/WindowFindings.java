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
import java.util.function.Predicate;
import java.util.stream.Collectors;

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
    tables.add(groups());
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
            100 * NeverSeen.atMost(safe.operations()), 100 * NeverSeen.atMost(safe.cells.size()));
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
}
