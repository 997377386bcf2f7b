package io.streambench.study.fanout;

import io.streambench.analysis.compare.Better;
import io.streambench.analysis.compare.ComparisonVerdict;
import io.streambench.analysis.compare.Judgement;
import io.streambench.analysis.curve.Cliff;
import io.streambench.config.DispatchMode;
import io.streambench.config.FanOutSettings;
import io.streambench.config.Text;
import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.CurveChart.Curve;
import io.streambench.report.chart.CurveChart.Dimension;
import io.streambench.report.chart.CurveChart.Marker;
import io.streambench.report.chart.CurveChart.Point;
import io.streambench.report.study.StudyDocument;
import io.streambench.report.table.ResultTable;
import io.streambench.report.table.Rounded;
import io.streambench.study.CellFigures;
import io.streambench.study.Documents;
import io.streambench.study.Scale;
import io.streambench.study.Study;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.Timing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.profile.Profiler;

/**
 * The published sweep of a message to 1,000 subscribers: a task each up to {@code maxConcurrent}
 * subscribers, one task for all beyond it; on a pool, on threads, on virtual threads.
 */
public final class FanOut implements Study {
  private static final String BENCHMARK = "FanOutDelivery.deliver";
  private static final String SUBSCRIBERS = "1000";

  /** The profiler's name with its unit. */
  private static final String ALLOCATED = "gc.alloc.rate.norm, B/op";

  private static final Timing FULL = new Timing(2, 1, 3, 1);
  private static final Timing QUICK = new Timing(1, 1, 2, 1);

  /**
   * The values of {@code maxConcurrent} that were swept; the quick form has the corners of them.
   */
  private static final List<Integer> SWEPT =
      List.of(1, 5, 10, 25, 50, 100, 300, 500, 750, 1000, 2000);

  private static final List<Integer> CORNERS = List.of(1, 100, 750, 1000, 2000);

  /** A step by less is no cliff. */
  private static final double CLIFF_FACTOR = 1.5;

  /** The last setting before the published step; source: see {@code docs/studies.md}. */
  private static final int PUBLISHED_LAST = 750;

  @Override
  public String name() {
    return "fan-out";
  }

  @Override
  public String question() {
    return "When should one task, not one task each, deliver a message to many " + "subscribers?";
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    List<StudyCell> cells = new ArrayList<>();
    for (DispatchMode mode : DispatchMode.values()) {
      for (int most : scale == Scale.QUICK ? CORNERS : SWEPT) {
        cells.add(
            new StudyCell(
                mode.name().toLowerCase(Locale.ROOT) + "-" + most,
                BENCHMARK,
                Map.of(
                    FanOutSettings.MODE,
                    mode.name(),
                    "maxConcurrent",
                    Integer.toString(most),
                    "subscribers",
                    SUBSCRIBERS),
                List.of(),
                1));
      }
    }
    return cells;
  }

  @Override
  public Optional<String> leftOut(StudyCell cell, int jdk) {
    return DispatchModes.leftOut(cell, jdk);
  }

  /** Names the number of subscribers as fixed, since the published results are of as many. */
  @Override
  public Set<String> fixed() {
    return Set.of("subscribers");
  }

  @Override
  public Class<? extends Profiler> profiler() {
    return GCProfiler.class;
  }

  @Override
  public Timing timing(Scale scale) {
    return scale == Scale.QUICK ? QUICK : FULL;
  }

  @Override
  public int clusterSeconds(Scale scale, int forks) {
    return 0;
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
    List<Sweep> sweeps = Sweep.all(results);
    return Documents.of(
        results,
        "Fan-out: a task each, or one for all",
        findings(sweeps),
        List.of(table(results), Documents.secondary("Memory, median of the forks", results)),
        List.of(chart(sweeps), bytes(sweeps)));
  }

  private static List<String> findings(List<Sweep> sweeps) {
    List<String> findings = new ArrayList<>(sweeps.stream().map(Sweep::finding).toList());
    findings.add(
        "Memory is in bytes: JMH's profiler does not count allocations. The published figures"
            + " are allocations per operation: 2 for maxConcurrent up to 750; 1,002 and 2,001"
            + " from 1,000 on.");
    return findings;
  }

  private static CurveChart bytes(List<Sweep> sweeps) {
    return new CurveChart(
        "Bytes allocated for a message to 1,000 subscribers, median of the forks",
        new Dimension(
            "maxConcurrent: up to this number of subscribers, each gets its own task", true),
        new Dimension("B/op", true),
        sweeps.stream().map(Sweep::allocated).filter(curve -> !curve.points().isEmpty()).toList(),
        List.of());
  }

  private static ResultTable table(StudyResults results) {
    List<CellFigures> cells = results.cells();
    return Documents.labels(new ResultTable("Measured and published"), cells)
        .text("mode", Documents.parameters(cells, FanOutSettings.MODE))
        .number("maxConcurrent", Documents.parameters(cells, "maxConcurrent"))
        .number("ns/op", cells.stream().map(Documents::score).toList())
        .text("95 % interval", cells.stream().map(Documents::interval).toList())
        .number("forks", cells.stream().map(Documents::forks).toList())
        .entries("result", false, cells.stream().map(Documents::outcome).toList())
        .text("published", cells.stream().map(cell -> published(cell.cell())).toList());
  }

  /** The printed figures: time ranges over several settings, and the bytes of an operation. */
  private static String published(StudyCell cell) {
    boolean each = most(cell) > PUBLISHED_LAST;
    return switch (DispatchModes.of(cell)) {
      case POOL -> each ? "345,000 to 347,000 ns, 24,000 B" : "10,000 to 11,000 ns, about 115 B";
      case THREADS -> each ? "about 164,000 ns, 40,000 B" : "9,600 to 11,200 ns, 112 to 256 B";
      case VIRTUAL -> "-";
    };
  }

  private static CurveChart chart(List<Sweep> sweeps) {
    return new CurveChart(
        "Time to deliver a message to 1,000 subscribers, with the 95 % interval",
        new Dimension(
            "maxConcurrent: up to this number of subscribers, each gets its own task", true),
        new Dimension("ns/op", true),
        sweeps.stream().map(Sweep::curve).toList(),
        sweeps.stream().flatMap(sweep -> sweep.marker().stream()).toList());
  }

  private static int most(StudyCell cell) {
    return Integer.parseInt(cell.parameters().get("maxConcurrent"));
  }

  /** All settings of one mode that have a score, in their order. */
  private record Sweep(DispatchMode mode, List<CellFigures> cells) {

    static List<Sweep> all(StudyResults results) {
      List<Sweep> sweeps = new ArrayList<>();
      for (DispatchMode mode : DispatchMode.values()) {
        List<CellFigures> cells =
            results.cells().stream()
                .filter(cell -> DispatchModes.of(cell.cell()) == mode && cell.sample().isPresent())
                .sorted(Comparator.comparingInt(cell -> most(cell.cell())))
                .toList();
        if (!cells.isEmpty()) {
          sweeps.add(new Sweep(mode, cells));
        }
      }
      return sweeps;
    }

    private Optional<Cliff> split() {
      return cells.size() < 2
          ? Optional.empty()
          : Optional.of(Cliff.of(cells.stream().map(cell -> cell.sample().orElseThrow()).toList()));
    }

    private Optional<Cliff> cliff() {
      return split().filter(cliff -> cliff.atLeast(CLIFF_FACTOR));
    }

    private String noCliff() {
      return split().filter(cliff -> cliff.differs(CLIFF_FACTOR)).isPresent()
          ? "no cliff, since the time changes gradually or at one end only."
          : "no cliff.";
    }

    String finding() {
      if (cells.size() < 2) {
        return Text.of("%s: too little was measured to say.", mode);
      }
      return Text.of(
          "%s: %s %s %s",
          mode, cliff().map(this::step).orElseGet(this::noCliff), best(), recommended());
    }

    /** Below the cliff, where there is one: no few forks could tell the settings there apart. */
    private String recommended() {
      return cliff()
          .map(
              cliff ->
                  cliff.ratio() > 1
                      ? Text.of("Recommended: at most %,d.", most(cells.get(cliff.last()).cell()))
                      : Text.of(
                          "Recommended: at least %,d.", most(cells.get(cliff.last() + 1).cell())))
          .orElse("No cliff, so no value is recommended.");
    }

    /** Bytes over the settings, where they were measured. */
    Curve allocated() {
      return new Curve(
          mode.name(),
          cells.stream()
              .filter(cell -> cell.secondary().getOrDefault(ALLOCATED, 0.0) > 0)
              .map(cell -> Point.at(most(cell.cell()), cell.secondary().get(ALLOCATED)))
              .toList());
    }

    private String step(Cliff cliff) {
      int last = most(cells.get(cliff.last()).cell());
      int next = most(cells.get(cliff.last() + 1).cell());
      String sure =
          cliff.confidence().isPresent()
              ? Text.of(
                  " (%s; here in %.0f %% of the resamples)",
                  Text.range(
                      Rounded.alone(cliff.ratioInterval().low()),
                      Rounded.alone(cliff.ratioInterval().high())),
                  100 * cliff.confidence().getAsDouble())
              : " (one fork per setting: the uncertainty is unknown)";
      return Text.of(
          "from maxConcurrent %,d to %,d the time is %s times as long%s, %s.",
          last, next, Rounded.alone(cliff.ratio()), sure, besidePublished(last));
    }

    private String besidePublished(int last) {
      if (mode == DispatchMode.VIRTUAL) {
        return "and no result was published for this mode";
      }
      int apart = Math.abs(SWEPT.indexOf(last) - SWEPT.indexOf(PUBLISHED_LAST));
      return apart == 0
          ? "at the published place"
          : Text.of("%d step(s) from the published place", apart);
    }

    /** RunHooks the next best alone: against all others a few forks could never tell it. */
    private String best() {
      List<CellFigures> ranked =
          cells.stream()
              .sorted(Comparator.comparingDouble(cell -> cell.sample().orElseThrow().median()))
              .toList();
      Judgement judgement =
          Documents.judged(
                  Better.LOWER,
                  ranked.get(0).sample().orElseThrow(),
                  List.of(ranked.get(1).sample()))
              .get(0);
      String evidence =
          judgement.verdict() == ComparisonVerdict.TOO_FEW_FORKS
              ? Text.of("too few forks to tell, %d are needed", judgement.forksNeeded())
              : judgement.different() ? "a difference" : "no evidence of a difference";
      return Text.of(
          "Fastest: maxConcurrent %,d, then %,d: %s.",
          most(ranked.get(0).cell()), most(ranked.get(1).cell()), evidence);
    }

    Curve curve() {
      return new Curve(
          mode.name(),
          cells.stream()
              .map(
                  cell ->
                      new Point(most(cell.cell()), Documents.range(cell.estimate().orElseThrow())))
              .toList());
    }

    Optional<Marker> marker() {
      return cliff()
          .map(
              cliff -> {
                double last = most(cells.get(cliff.last()).cell());
                double next = most(cells.get(cliff.last() + 1).cell());
                // In the middle, as it is seen on a logarithmic axis.
                return new Marker(
                    Math.sqrt(last * next), mode + ": x " + Text.of("%.0f", cliff.ratio()));
              });
    }
  }
}
