package io.streambench.compare.study;

import io.streambench.base.TextFormat;
import io.streambench.base.table.ResultTable;
import io.streambench.base.table.RoundedFormat;
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
 * A study that repeats the published sweep of messages to 1,000 subscribers. Up to {@code
 * maxConcurrent} subscribers have one task each; more subscribers share a single task.
 */
final class FanOutStudy {
  private static final String MAX_CONCURRENT_PARAMETER = "maxConcurrent";

  /** The minimum ratio between the two levels of a cliff. */
  private static final double MIN_CLIFF_FACTOR = 1.5;

  /** The number of subscribers, and the {@code maxConcurrent} at which each has its own task. */
  private static final int SUBSCRIBER_COUNT = 1000;

  private static final String ALLOCATION_METRIC = "gc.alloc.rate.norm, B/op";

  private FanOutStudy() {}

  private static int maxConcurrent(CellFigures cell) {
    return cell.intParameter(MAX_CONCURRENT_PARAMETER);
  }

  private static String dispatchMode(CellFigures cell) {
    return cell.parameter(BenchmarkParameters.DISPATCH_MODE.name());
  }

  static StudyReport report(StudyResults results) {
    List<CellFigures> cells = results.cells();
    List<Sweep> sweeps = Sweep.groupByMode(cells);
    Map<String, String> named = new HashMap<>();
    for (Sweep sweep : sweeps) {
      named.put(sweep.mode() + " best", sweep.recommendationText());
      named.put(sweep.mode() + " lowest", sweep.lowestSetting());
    }
    PublishedFigures published = PublishedFigures.of(results, named, List.of()).orElseThrow();
    List<String> findings = new ArrayList<>(sweeps.stream().map(Sweep::finding).toList());
    findings.addAll(published.findings());
    return new StudyReport(
        results,
        findings,
        List.of(
            cliffTable(sweeps),
            memoryTable(cells),
            StudyTables.addMeasuredColumns(
                StudyTables.measuredTable(results.order().study(), cells), "ns/op"),
            StudyTables.secondaryTable(results),
            published.table()),
        List.of(StudyTables.chart(results.order().study(), cells)));
  }

  private static ResultTable cliffTable(List<Sweep> sweeps) {
    return ResultTable.of("The cliff of each mode", sweeps)
        .text("mode", Sweep::mode)
        .number("last before it", sweep -> sweep.cliff().map(sweep::lastSettingBefore))
        .number("first behind it", sweep -> sweep.cliff().map(sweep::firstSettingAfter))
        .number(
            "level behind it by the level before",
            sweep -> sweep.cliff().map(cliff -> RoundedFormat.withoutInterval(cliff.ratio())))
        .text(
            "95 % interval",
            sweep ->
                sweep
                    .cliffWithConfidence()
                    .map(Cliff::ratioInterval)
                    .map(
                        one ->
                            TextFormat.range(
                                RoundedFormat.withoutInterval(one.low()),
                                RoundedFormat.withoutInterval(one.high()))))
        .number(
            "there in, % of the resamples",
            sweep ->
                sweep
                    .cliffWithConfidence()
                    .map(one -> TextFormat.of("%.0f", 100 * one.confidence().getAsDouble())));
  }

  /** A goal with its candidate cells and the value to minimize. */
  private record Goal(
      String description,
      List<CellFigures> cells,
      Function<CellFigures, Optional<Double>> minimizedValue) {
    private Optional<CellFigures> bestCell() {
      return cells.stream()
          .filter(cell -> minimizedValue.apply(cell).isPresent())
          .min(Comparator.comparing(cell -> minimizedValue.apply(cell).orElseThrow()));
    }
  }

  /** Creates a table that shows, for each goal, the cell with the lowest median. */
  private static ResultTable memoryTable(List<CellFigures> cells) {
    Function<CellFigures, Optional<Double>> memory = cell -> cell.secondaryValue(ALLOCATION_METRIC);
    List<CellFigures> taskPerSubscriber =
        cells.stream().filter(cell -> maxConcurrent(cell) >= SUBSCRIBER_COUNT).toList();
    return ResultTable.of(
            "Lowest for each kind of use (settings on one side of the cliff differ little)",
            List.of(
                new Goal("short delivery", cells, CellFigures::median),
                new Goal("little memory", cells, memory),
                new Goal(
                    "a task for each subscriber: short", taskPerSubscriber, CellFigures::median),
                new Goal("a task for each subscriber: little memory", taskPerSubscriber, memory)))
        .text("use", Goal::description)
        .text("mode", goal -> goal.bestCell().map(FanOutStudy::dispatchMode))
        .number(MAX_CONCURRENT_PARAMETER, goal -> goal.bestCell().map(FanOutStudy::maxConcurrent))
        .number("ns/op", goal -> goal.bestCell().flatMap(CellFigures::scoreText))
        .number(
            "B/op",
            goal ->
                goal.bestCell().flatMap(cell -> cell.roundedSecondaryValue(ALLOCATION_METRIC, 1)));
  }

  /** The settings of one dispatch mode that have a score, in ascending order. */
  private record Sweep(String mode, List<CellFigures> cells, Optional<Cliff> cliff) {
    static List<Sweep> groupByMode(List<CellFigures> cells) {
      List<Sweep> sweeps = new ArrayList<>();
      for (DispatchMode mode : DispatchMode.values()) {
        List<CellFigures> scored =
            cells.stream()
                .filter(
                    cell ->
                        FanOutStudy.dispatchMode(cell).equals(mode.name())
                            && cell.sample().isPresent())
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

    /** Returns the cliff if its confidence is known, which requires several forks per setting. */
    Optional<Cliff> cliffWithConfidence() {
      return cliff().filter(cliff -> cliff.confidence().isPresent());
    }

    int lastSettingBefore(Cliff cliff) {
      return maxConcurrent(cells.get(cliff.lastFlatIndex()));
    }

    int firstSettingAfter(Cliff cliff) {
      return maxConcurrent(cells.get(cliff.lastFlatIndex() + 1));
    }

    /** Describes the settings on the faster side of the cliff, for example {@code at most 100}. */
    String recommendationText() {
      if (cliff.isEmpty()) {
        return "none: no cliff";
      }
      return cliff.get().ratio() > 1
          ? TextFormat.of("at most %,d", lastSettingBefore(cliff.get()))
          : TextFormat.of("at least %,d", firstSettingAfter(cliff.get()));
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
          firstSettingAfter(cliff.get()),
          maxConcurrent(cells.get(cells.size() - 1)),
          RoundedFormat.withoutInterval(cliff.get().ratio()),
          maxConcurrent(cells.get(0)),
          lastSettingBefore(cliff.get()),
          recommendationText());
    }
  }
}
