package io.streambench.compare.study;

import io.streambench.base.TextFormat;
import io.streambench.base.table.ResultTable;
import io.streambench.base.table.Rounded;
import io.streambench.bench.settings.BenchmarkParameters;
import io.streambench.bench.settings.DispatchMode;
import io.streambench.compare.statistics.Cliff;
import io.streambench.compare.statistics.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Repeats the published sweep of messages to 1,000 subscribers. Up to {@code maxConcurrent}
 * subscribers have one task each; more subscribers share a single task.
 */
final class FanOutStudy {
  private static final String MAX_CONCURRENT = "maxConcurrent";

  /** The minimum ratio between the two levels of a cliff. */
  private static final double MIN_CLIFF_FACTOR = 1.5;

  /** The number of subscribers, and the {@code maxConcurrent} at which each has its own task. */
  private static final int SUBSCRIBERS = 1000;

  private static final String MEMORY = "gc.alloc.rate.norm, B/op";

  private FanOutStudy() {}

  private static int maxConcurrent(CellFigures cell) {
    return cell.number(MAX_CONCURRENT);
  }

  private static String mode(CellFigures cell) {
    return cell.parameter(BenchmarkParameters.DISPATCH_MODE.name());
  }

  static StudyReport report(StudyResults results) {
    List<CellFigures> cells = results.cells();
    List<Sweep> sweeps = Sweep.all(cells);
    Map<String, String> named = new HashMap<>();
    for (Sweep sweep : sweeps) {
      named.put(sweep.mode() + " best", sweep.recommended());
      named.put(sweep.mode() + " lowest", sweep.lowestSetting());
    }
    Published published = Published.of(results, named, List.of()).orElseThrow();
    List<String> findings = new ArrayList<>(sweeps.stream().map(Sweep::finding).toList());
    findings.addAll(published.findings());
    return new StudyReport(
        results,
        findings,
        List.of(
            cliffTable(sweeps),
            memoryTable(cells),
            StudyTables.addMeasuredColumns(
                StudyTables.table(results.order().study(), cells), "ns/op"),
            StudyTables.secondaryTable(results),
            published.table()),
        List.of(StudyTables.chart(results.order().study(), cells)));
  }

  private static ResultTable cliffTable(List<Sweep> sweeps) {
    return ResultTable.of("The cliff of each mode", sweeps)
        .text("mode", Sweep::mode)
        .number("last before it", sweep -> sweep.cliff().map(sweep::lastFlat))
        .number("first behind it", sweep -> sweep.cliff().map(sweep::firstAfter))
        .number(
            "level behind it by the level before",
            sweep -> sweep.cliff().map(cliff -> Rounded.withoutInterval(cliff.ratio())))
        .text(
            "95 % interval",
            sweep ->
                sweep
                    .cliffWithConfidence()
                    .map(Cliff::ratioInterval)
                    .map(
                        one ->
                            TextFormat.range(
                                Rounded.withoutInterval(one.low()),
                                Rounded.withoutInterval(one.high()))))
        .number(
            "there in, % of the resamples",
            sweep ->
                sweep
                    .cliffWithConfidence()
                    .map(one -> TextFormat.of("%.0f", 100 * one.confidence().getAsDouble())));
  }

  /** A goal, the cells to choose from, and the value to minimize. */
  private record Goal(
      String words, List<CellFigures> cells, Function<CellFigures, Optional<Double>> value) {
    private Optional<CellFigures> best() {
      return cells.stream()
          .filter(cell -> value.apply(cell).isPresent())
          .min(Comparator.comparing(cell -> value.apply(cell).orElseThrow()));
    }
  }

  /** Creates a table that shows, for each goal, the cell with the lowest median. */
  private static ResultTable memoryTable(List<CellFigures> cells) {
    Function<CellFigures, Optional<Double>> memory = cell -> cell.value(MEMORY);
    List<CellFigures> taskPerSubscriber =
        cells.stream().filter(cell -> maxConcurrent(cell) >= SUBSCRIBERS).toList();
    return ResultTable.of(
            "Lowest for each kind of use (settings on one side of the cliff differ little)",
            List.of(
                new Goal("short delivery", cells, CellFigures::median),
                new Goal("little memory", cells, memory),
                new Goal(
                    "a task for each subscriber: short", taskPerSubscriber, CellFigures::median),
                new Goal("a task for each subscriber: little memory", taskPerSubscriber, memory)))
        .text("use", Goal::words)
        .text("mode", goal -> goal.best().map(FanOutStudy::mode))
        .number(MAX_CONCURRENT, goal -> goal.best().map(FanOutStudy::maxConcurrent))
        .number("ns/op", goal -> goal.best().flatMap(CellFigures::scoreText))
        .number("B/op", goal -> goal.best().flatMap(cell -> cell.roundedValue(MEMORY, 1)));
  }

  /** All settings of one dispatch mode that have a score, in ascending order. */
  private record Sweep(String mode, List<CellFigures> cells, Optional<Cliff> cliff) {
    static List<Sweep> all(List<CellFigures> cells) {
      List<Sweep> sweeps = new ArrayList<>();
      for (DispatchMode mode : DispatchMode.values()) {
        List<CellFigures> scored =
            cells.stream()
                .filter(
                    cell -> FanOutStudy.mode(cell).equals(mode.name()) && cell.sample().isPresent())
                .sorted(Comparator.comparingInt(FanOutStudy::maxConcurrent))
                .toList();
        List<Sample> samples = scored.stream().map(cell -> cell.sample().orElseThrow()).toList();
        Optional<Cliff> cliff =
            samples.size() < 2 ? Optional.empty() : Optional.of(Cliff.of(samples));
        if (!scored.isEmpty()) {
          sweeps.add(
              new Sweep(
                  mode.name(), scored, cliff.filter(step -> step.isAtLeast(MIN_CLIFF_FACTOR))));
        }
      }
      return sweeps;
    }

    /** Returns the cliff if its confidence is known, which takes several forks per setting. */
    Optional<Cliff> cliffWithConfidence() {
      return cliff().filter(cliff -> cliff.confidence().isPresent());
    }

    int lastFlat(Cliff cliff) {
      return maxConcurrent(cells.get(cliff.lastFlatIndex()));
    }

    int firstAfter(Cliff cliff) {
      return maxConcurrent(cells.get(cliff.lastFlatIndex() + 1));
    }

    /** Describes the settings on the faster side of the cliff, for example {@code at most 100}. */
    String recommended() {
      if (cliff.isEmpty()) {
        return "none: no cliff";
      }
      return cliff.get().ratio() > 1
          ? TextFormat.of("at most %,d", lastFlat(cliff.get()))
          : TextFormat.of("at least %,d", firstAfter(cliff.get()));
    }

    String lowestSetting() {
      CellFigures lowest =
          cells.stream().min(Comparator.comparing(cell -> cell.median().orElseThrow())).get();
      return TextFormat.of("%,d (%s)", maxConcurrent(lowest), lowest.scoreText().orElseThrow());
    }

    String finding() {
      if (cliff.isEmpty()) {
        return mode + ": no cliff, so no value is recommended.";
      }
      return TextFormat.of(
          "%s: with maxConcurrent %,d to %,d the time is %s times that with %,d to %,d."
              + " Recommended: %s.",
          mode,
          firstAfter(cliff.get()),
          maxConcurrent(cells.get(cells.size() - 1)),
          Rounded.withoutInterval(cliff.get().ratio()),
          maxConcurrent(cells.get(0)),
          lastFlat(cliff.get()),
          recommended());
    }
  }
}
