package io.streambench.study;

import io.streambench.analysis.curve.Cliff;
import io.streambench.config.DispatchMode;
import io.streambench.config.FanOutSettings;
import io.streambench.config.Text;
import io.streambench.report.chart.CurveChart.Dimension;
import io.streambench.report.table.ResultTable;
import io.streambench.report.table.Rounded;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.openjdk.jmh.profile.GCProfiler;

/**
 * The published sweep of a message to 1,000 subscribers: a task each up to {@code maxConcurrent}
 * subscribers, one task for all beyond it; on a pool, on threads, on virtual threads.
 */
public final class FanOut extends Study {
  private static final String MOST = "maxConcurrent";

  private static final List<Integer> SWEPT =
      List.of(1, 5, 10, 25, 50, 100, 300, 500, 750, 1000, 2000);

  private static final List<Integer> QUICK = List.of(1, 100, 750, 1000, 2000);

  /** A step by less is no cliff. */
  private static final double CLIFF_FACTOR = 1.5;

  /** The last setting before the published step; source: see {@code docs/studies.md}. */
  private static final int PUBLISHED_LAST = 750;

  /** The number of subscribers is fixed, since the published results are of as many. */
  public FanOut() {
    super(
        "fan-out",
        "When should one task, not one task each, deliver a message to many subscribers?",
        new Timing(1, 1, 2, 1),
        new Timing(2, 1, 3, 1));
    fixed = "subscribers";
    profiler = GCProfiler.class;
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    List<StudyCell> cells = new ArrayList<>();
    for (DispatchMode mode : DispatchMode.values()) {
      for (int most : scale == Scale.QUICK ? QUICK : SWEPT) {
        cells.add(
            StudyCell.of(
                mode.name().toLowerCase(Locale.ROOT) + "-" + most,
                "FanOutDelivery.deliver",
                "subscribers=1000 mode=" + mode + " maxConcurrent=" + most));
      }
    }
    return cells;
  }

  private static int most(CellFigures cell) {
    return cell.number(MOST);
  }

  private static String mode(CellFigures cell) {
    return cell.parameter(FanOutSettings.MODE);
  }

  @Override
  public StudyReport conclude(StudyResults results) {
    List<CellFigures> cells = results.cells();
    List<Sweep> sweeps = Sweep.all(cells);
    return new StudyReport(
        results,
        "Fan-out: a task each, or one for all",
        sweeps.stream().map(Sweep::finding).toList(),
        List.of(
            cliffs(sweeps),
            Documents.measured(
                    Documents.cells("Measured and published", cells)
                        .text("mode", FanOut::mode)
                        .number(MOST, FanOut::most),
                    "ns/op")
                .text(
                    "published",
                    cell ->
                        Published.text(
                            name(),
                            mode(cell)
                                + (most(cell) > PUBLISHED_LAST ? " from 1,000" : " up to 750"))),
            Documents.secondary(results)),
        List.of(
            Documents.curves(
                "Time to deliver a message to 1,000 subscribers, from the lowest fork to the highest",
                new Dimension(
                    "maxConcurrent: up to this number of subscribers, each gets its own task",
                    true),
                new Dimension("ns/op", true),
                cells,
                FanOut::mode,
                FanOut::most)));
  }

  private static ResultTable cliffs(List<Sweep> sweeps) {
    return ResultTable.of("The cliff of each mode", sweeps)
        .text("mode", Sweep::mode)
        .number("last before it", sweep -> sweep.cliff().map(sweep::last))
        .number("first behind it", sweep -> sweep.cliff().map(sweep::next))
        .number("times as long", sweep -> sweep.cliff().map(one -> Rounded.alone(one.ratio())))
        .text(
            "95 % interval",
            sweep ->
                sweep
                    .replicated()
                    .map(Cliff::ratioInterval)
                    .map(one -> Text.range(Rounded.alone(one.low()), Rounded.alone(one.high()))))
        .number(
            "there in, % of the resamples",
            sweep ->
                sweep
                    .replicated()
                    .map(one -> Text.of("%.0f", 100 * one.confidence().getAsDouble())));
  }

  /** All settings of one mode that have a score, ascending. */
  private record Sweep(String mode, List<CellFigures> cells, Optional<Cliff> cliff) {
    static List<Sweep> all(List<CellFigures> cells) {
      List<Sweep> sweeps = new ArrayList<>();
      for (DispatchMode mode : DispatchMode.values()) {
        List<CellFigures> scored =
            cells.stream()
                .filter(cell -> FanOut.mode(cell).equals(mode.name()) && cell.sample().isPresent())
                .sorted(Comparator.comparingInt(FanOut::most))
                .toList();
        if (!scored.isEmpty()) {
          sweeps.add(new Sweep(mode.name(), scored, cliff(scored)));
        }
      }
      return sweeps;
    }

    private static Optional<Cliff> cliff(List<CellFigures> cells) {
      return cells.size() < 2
          ? Optional.empty()
          : Optional.of(Cliff.of(cells.stream().map(cell -> cell.sample().orElseThrow()).toList()))
              .filter(cliff -> cliff.atLeast(CLIFF_FACTOR));
    }

    /** A cliff of more than one fork a setting: of one there is no uncertainty. */
    Optional<Cliff> replicated() {
      return cliff().filter(cliff -> cliff.confidence().isPresent());
    }

    int last(Cliff cliff) {
      return most(cells.get(cliff.last()));
    }

    int next(Cliff cliff) {
      return most(cells.get(cliff.last() + 1));
    }

    /** Recommends what is below the cliff: few forks cannot tell the settings there apart. */
    String finding() {
      return cliff()
          .map(
              cliff ->
                  Text.of(
                      "%s: from maxConcurrent %,d to %,d the time is %s times as long."
                          + " Recommended: at %s %,d.",
                      mode,
                      last(cliff),
                      next(cliff),
                      Rounded.alone(cliff.ratio()),
                      cliff.ratio() > 1 ? "most" : "least",
                      cliff.ratio() > 1 ? last(cliff) : next(cliff)))
          .orElse(mode + ": no cliff, so no value is recommended.");
    }
  }
}
