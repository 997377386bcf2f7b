package io.streambench.study;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.compare.Better;
import io.streambench.analysis.compare.Bootstrap;
import io.streambench.analysis.compare.Comparison;
import io.streambench.analysis.compare.Interval;
import io.streambench.analysis.compare.Judgement;
import io.streambench.analysis.compare.Layout;
import io.streambench.analysis.compare.Sample;
import io.streambench.config.Text;
import io.streambench.report.chart.Chart;
import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.CurveChart.Curve;
import io.streambench.report.chart.CurveChart.Point;
import io.streambench.report.chart.IntervalChart;
import io.streambench.report.study.StudyDocument;
import io.streambench.report.table.ResultTable;
import io.streambench.report.table.ResultTable.Entry;
import io.streambench.report.table.Rounded;
import io.streambench.results.CellOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The parts that the documents of all studies have in common. */
public final class Documents {
  private static final String NONE = "-";

  private Documents() {}

  /** The document of a study, with the notes and facts that belong to every one. */
  public static StudyDocument of(
      StudyResults results,
      String title,
      List<String> findings,
      ResultTable table,
      List<? extends Chart> charts) {
    return of(
        results,
        title,
        findings,
        List.of(table, secondary("Flow control of the client, median of the forks", results)),
        charts);
  }

  /** The same with tables of its own. */
  public static StudyDocument of(
      StudyResults results,
      String title,
      List<String> findings,
      List<ResultTable> tables,
      List<? extends Chart> charts) {
    StudyOrder order = results.order();
    StudyFacts known = new StudyFacts(results);
    CellCommands repeat = new CellCommands(order);
    List<ResultTable> all = new ArrayList<>(tables);
    repeat.table().ifPresent(all::add);
    return new StudyDocument(
        title,
        order.study().question(),
        findings,
        all,
        charts.stream().filter(Documents::drawable).map(chart -> (Chart) chart).toList(),
        List.of(),
        known.notes(),
        known.facts(),
        repeat.commands());
  }

  /** Returns whether there is anything to draw: true unless the chart has curves and no point. */
  private static boolean drawable(Chart chart) {
    return !(chart instanceof CurveChart curves)
        || curves.curves().stream().anyMatch(curve -> !curve.points().isEmpty());
  }

  /** A table that begins with the labels of the cells. */
  public static ResultTable labels(ResultTable table, List<CellFigures> cells) {
    return table.text("cell", cells.stream().map(cell -> cell.cell().label()).toList());
  }

  /** A table with a row for each cell, which begins with its label. */
  public static ResultTable.Of<CellFigures> cells(String caption, List<CellFigures> cells) {
    return ResultTable.of(caption, cells).text("cell", CellFigures::label);
  }

  /** Adds the columns of the score, its interval, the forks and their result. */
  public static ResultTable.Of<CellFigures> measured(
      ResultTable.Of<CellFigures> table, String unit) {
    return table
        .number(unit, Documents::score)
        .text("95 % interval", Documents::interval)
        .number("forks", Documents::forks)
        .entries("result", false, Documents::outcome);
  }

  /** The cells that did not complete, by what happened, in one sentence; empty if all did. */
  public static Optional<String> incomplete(List<CellFigures> cells) {
    Map<String, List<String>> byOutcome = new LinkedHashMap<>();
    cells.stream()
        .filter(cell -> !cell.allCompleted())
        .forEach(
            cell ->
                byOutcome
                    .computeIfAbsent(outcome(cell).text(), unseen -> new ArrayList<>())
                    .add(cell.label()));
    return byOutcome.isEmpty()
        ? Optional.empty()
        : Optional.of(
            byOutcome.entrySet().stream()
                .map(one -> String.join(", ", one.getValue()) + " (" + one.getKey() + ")")
                .collect(Collectors.joining("; ", "Not completed: ", ".")));
  }

  /** The scores of the cells as bars. */
  public static IntervalChart bars(String title, String unit, List<CellFigures> cells) {
    return new IntervalChart(
        title, unit, cells.stream().map(cell -> bar(cell.label(), cell, cells)).toList());
  }

  /**
   * The scores of the cells that have one, as curves.
   *
   * @param series the curve that a cell belongs to
   * @param at where it lies on the x axis
   */
  public static List<Curve> curves(
      List<CellFigures> cells,
      Function<CellFigures, String> series,
      ToDoubleFunction<CellFigures> at) {
    Map<String, List<Point>> curves = new LinkedHashMap<>();
    cells.stream()
        .filter(cell -> cell.sample().isPresent())
        .sorted(Comparator.comparingDouble(at))
        .forEach(
            cell ->
                curves
                    .computeIfAbsent(series.apply(cell), unseen -> new ArrayList<>())
                    .add(new Point(at.applyAsDouble(cell), range(cell.estimate().orElseThrow()))));
    return curves.entrySet().stream()
        .map(curve -> new Curve(curve.getKey(), curve.getValue()))
        .toList();
  }

  /** The score, rounded to what its interval supports. */
  public static String score(CellFigures cell) {
    return cell.stalled()
        ? NONE
        : cell.estimate().map(one -> Rounded.value(one.middle(), bounded(one))).orElse(NONE);
  }

  /** The 95 % interval of the score; a dash if the cell stalled or the interval says nothing. */
  public static String interval(CellFigures cell) {
    return cell.stalled()
        ? NONE
        : cell.estimate()
            .flatMap(one -> bounded(one).map(bounds -> Rounded.interval(one.middle(), bounds)))
            .orElse(NONE);
  }

  /** One that tells something: two iterations that differ have one that holds almost anything. */
  private static Optional<Interval> bounded(Estimate estimate) {
    return Optional.of(estimate.interval())
        .filter(interval -> interval.halfWidth() < estimate.middle());
  }

  /**
   * One cell beside another, where rates are better the higher; empty if the other has no score.
   *
   * @param family all cells that are judged beside that one, the contender too: the p are corrected
   *     for all of them
   */
  public static Optional<Judgement> judged(
      CellFigures baseline, CellFigures contender, List<CellFigures> family) {
    return judged(baseline, contender, family, 0);
  }

  /**
   * The same, where only a difference that is shown to be larger counts.
   *
   * @param threshold as a part of the baseline
   */
  public static Optional<Judgement> judged(
      CellFigures baseline, CellFigures contender, List<CellFigures> family, double threshold) {
    List<Optional<Sample>> samples = family.stream().map(CellFigures::sample).toList();
    return baseline
        .sample()
        .map(
            sample ->
                judged(Better.HIGHER, sample, samples, threshold).get(family.indexOf(contender)));
  }

  /** Samples beside another one, without a threshold. */
  public static List<Judgement> judged(
      Better better, Sample baseline, List<Optional<Sample>> contenders) {
    return judged(better, baseline, contenders, 0);
  }

  private static List<Judgement> judged(
      Better better, Sample baseline, List<Optional<Sample>> contenders, double threshold) {
    return new Comparison(threshold, new Bootstrap())
        .judge(better, Layout.INTERLEAVED, baseline, contenders);
  }

  /** The interval of the ratio. */
  public static String range(Judgement judgement) {
    Interval interval = judgement.evidence().orElseThrow().interval();
    return Text.of("%.2f–%.2f", interval.low(), interval.high());
  }

  /**
   * A judgement with its ratio, as a part of a sentence; of equals, how much slower they may be.
   */
  public static String beside(Judgement judgement) {
    double ratio = judgement.evidence().map(Judgement.Evidence::ratio).orElse(1.0);
    return switch (judgement.verdict()) {
      case FASTER, SLOWER ->
          Text.of(
              "%.0f %% %s, ratio %s",
              Math.abs(ratio - 1) * 100, ratio < 1 ? "slower" : "faster", ratio(judgement));
      case NO_EVIDENCE, WITHIN_THRESHOLD ->
          Text.of("no evidence of a difference, ratio %s%s", ratio(judgement), atMost(judgement));
      case TOO_FEW_FORKS ->
          Text.of("too few forks to judge, %d per cell are needed", judgement.forksNeeded());
      case NOT_COMPARABLE -> "not comparable";
    };
  }

  /** The ratio with its 95 % interval. */
  public static String ratio(Judgement judgement) {
    Interval interval = judgement.evidence().orElseThrow().interval();
    return Text.of(
        "%.2f (%.2f–%.2f)",
        judgement.evidence().orElseThrow().ratio(), interval.low(), interval.high());
  }

  private static String atMost(Judgement judgement) {
    double low = judgement.evidence().orElseThrow().interval().low();
    return low < 1 ? Text.of(", at most %.0f %% slower", Math.ceil((1 - low) * 100 - 1e-9)) : "";
  }

  /** The number of forks, or "completed of all" if some did not complete. */
  public static String forks(CellFigures cell) {
    int all = cell.outcomes().size();
    long completed = cell.count(Outcome.COMPLETED);
    return completed == all ? Integer.toString(all) : Text.of("%d of %d", completed, all);
  }

  /**
   * The outcome of a cell's forks, with a link to the folder of the first that did not complete.
   */
  public static Entry outcome(CellFigures cell) {
    long all = cell.outcomes().size();
    String word =
        all == 0
            ? "not run"
            : cell.count(Outcome.FAILED) > 0
                ? Text.of("failed in %d of %d", cell.count(Outcome.FAILED), all)
                : cell.stalled()
                    ? Text.of("stalled in %d of %d", cell.count(Outcome.STALLED), all)
                    : "completed";
    return new Entry(
        word, cell.firstNotCompleted().map(CellOutcome::folder).flatMap(Optional::ofNullable));
  }

  /** A bar of a chart. */
  public static IntervalChart.Bar bar(String label, CellFigures cell, List<CellFigures> all) {
    Optional<IntervalChart.Range> range =
        cell.stalled() ? Optional.empty() : cell.estimate().map(Documents::range);
    return new IntervalChart.Bar(label, range, range.isPresent() ? "" : outcome(cell).text());
  }

  /** The range to draw: the interval, or the middle alone if the interval says nothing. */
  public static IntervalChart.Range range(Estimate one) {
    Interval interval = bounded(one).orElseGet(() -> new Interval(one.middle(), one.middle()));
    return new IntervalChart.Range(one.middle(), interval.low(), interval.high());
  }

  /** The values that JMH shows next to the score, cell by cell. */
  public static ResultTable secondary(String caption, StudyResults results) {
    ResultTable.Of<CellFigures> table = cells(caption, results.cells());
    results.cells().stream()
        .flatMap(cell -> cell.secondary().keySet().stream())
        .distinct()
        .sorted()
        .forEach(
            name ->
                table.number(
                    Secondary.of(name).head(),
                    cell -> cell.rounded(name, Secondary.of(name).unit())));
    return table;
  }

  /** The head of a column for a value of our profilers, and the unit in which it is shown. */
  private record Secondary(String head, double unit) {
    private static final Map<String, Secondary> PLAIN =
        Map.of(
            "peakUnread, B", new Secondary("most unread on one session, MB", 1e6),
            "peakUnreadSum, B", new Secondary("unread, sum of the sessions' peaks, MB", 1e6),
            "sessionStall, ms/op", new Secondary("no session window left, ms/op (sum)", 1),
            "streamStall, ms/op", new Secondary("no stream window left, ms/op (sum)", 1),
            "windowUpdates, 1/op", new Secondary("WINDOW_UPDATEs/op", 1));

    static Secondary of(String name) {
      return PLAIN.getOrDefault(name, new Secondary(name, 1));
    }
  }
}
