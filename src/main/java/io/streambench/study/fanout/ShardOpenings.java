package io.streambench.study.fanout;

import io.streambench.analysis.compare.Better;
import io.streambench.analysis.compare.ComparisonVerdict;
import io.streambench.analysis.compare.Judgement;
import io.streambench.bench.FirstTupleProfiler;
import io.streambench.config.FanOutSettings;
import io.streambench.config.ShardOpening;
import io.streambench.config.Text;
import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.CurveChart.Curve;
import io.streambench.report.chart.CurveChart.Dimension;
import io.streambench.report.chart.CurveChart.Point;
import io.streambench.report.study.StudyDocument;
import io.streambench.report.table.ResultTable;
import io.streambench.study.CellFigures;
import io.streambench.study.Documents;
import io.streambench.study.Scale;
import io.streambench.study.Study;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.Timing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.profile.Profiler;

/**
 * The question behind the fan-out of messages, on the real thing: the streams of 1 to 48 shards,
 * opened in a task each, in batches, or one after the other.
 */
public final class ShardOpenings implements Study {
  private static final String BENCHMARK = "ShardFanOut.read";
  private static final String SHARDS = "numShards";
  private static final String OPENING = "opening";
  private static final String FIRST_TUPLE = "firstTuple, ms/op";
  private static final List<Integer> SWEPT = List.of(1, 3, 6, 12, 24, 48);
  private static final List<Integer> CORNERS = List.of(1, 6, 12);
  private static final Timing FULL = new Timing(2, 10, 3, 2);
  private static final Timing QUICK = new Timing(1, 2, 2, 1);

  @Override
  public String name() {
    return "shard-fan-out";
  }

  @Override
  public String question() {
    return "Should the streams of a collection's shards be opened at once, in batches, or in turn?";
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    List<StudyCell> cells = new ArrayList<>();
    for (int shards : scale == Scale.QUICK ? CORNERS : SWEPT) {
      for (ShardOpening opening : ShardOpening.values()) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("cluster", "process");
        parameters.put(SHARDS, Integer.toString(shards));
        parameters.put(OPENING, opening.name());
        cells.add(
            new StudyCell(
                opening.name().toLowerCase(Locale.ROOT) + "-" + shards,
                BENCHMARK,
                parameters,
                List.of(),
                1));
      }
    }
    return cells;
  }

  @Override
  public Optional<String> leftOut(StudyCell cell, int jdk) {
    // Before it is complete a cell has no mode of its own, and then it is the benchmark's.
    return cell.parameters().containsKey(FanOutSettings.MODE)
        ? DispatchModes.leftOut(cell, jdk)
        : Optional.empty();
  }

  @Override
  public Class<? extends Profiler> profiler() {
    return FirstTupleProfiler.class;
  }

  @Override
  public Timing timing(Scale scale) {
    return scale == Scale.QUICK ? QUICK : FULL;
  }

  /** One for each number of shards. */
  @Override
  public int clusterSeconds(Scale scale, int forks) {
    return scale == Scale.QUICK ? CORNERS.size() * 8 : SWEPT.size() * 14;
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
    List<CellFigures> cells = results.cells();
    List<String> findings = new ArrayList<>();
    for (int shards : shards(cells)) {
      finding(shards, cells).ifPresent(findings::add);
    }
    return Documents.of(
        results,
        "Opening the streams of shards",
        findings,
        List.of(
            Documents.labels(new ResultTable("Time of a reading"), cells)
                .number("shards", Documents.parameters(cells, SHARDS))
                .text(OPENING, Documents.parameters(cells, OPENING))
                .number("to the first tuple, ms", cells.stream().map(ShardOpenings::first).toList())
                .number("to the last, ms", cells.stream().map(Documents::score).toList())
                .text("95 % interval", cells.stream().map(Documents::interval).toList())
                .number("forks", cells.stream().map(Documents::forks).toList())
                .entries("result", false, cells.stream().map(Documents::outcome).toList())),
        List.of(last(cells)));
  }

  private static List<Integer> shards(List<CellFigures> cells) {
    return cells.stream().map(ShardOpenings::shards).distinct().sorted().toList();
  }

  private static int shards(CellFigures cell) {
    return Integer.parseInt(cell.cell().parameters().get(SHARDS));
  }

  private static String opening(CellFigures cell) {
    return cell.cell().parameters().get(OPENING);
  }

  private static String first(CellFigures cell) {
    Double millis = cell.secondary().get(FIRST_TUPLE);
    return millis == null ? "-" : Text.of("%.2f", millis);
  }

  /** Each way compared with a task each, where that was measured. */
  private static Optional<String> finding(int shards, List<CellFigures> cells) {
    List<CellFigures> here =
        cells.stream().filter(cell -> shards(cell) == shards && cell.sample().isPresent()).toList();
    Optional<CellFigures> each =
        here.stream().filter(cell -> opening(cell).equals(ShardOpening.EACH.name())).findFirst();
    List<CellFigures> others =
        here.stream().filter(cell -> each.isPresent() && !cell.equals(each.get())).toList();
    if (others.isEmpty()) {
      return Optional.empty();
    }
    // All at once, since the p of several contenders are corrected.
    List<Judgement> judged =
        Documents.judged(
            Better.LOWER,
            each.get().sample().orElseThrow(),
            others.stream().map(CellFigures::sample).toList());
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < others.size(); i++) {
      parts.add(
          opening(others.get(i)).toLowerCase(Locale.ROOT)
              + " "
              + beside(others.get(i), judged.get(i)));
    }
    return Optional.of(
        Text.of(
            "%d shard(s), time to the last tuple as a multiple of one task per shard (%s ms; no word: no evidence"
                + " of a difference): %s.",
            shards, Documents.score(each.get()), String.join(", ", parts)));
  }

  private static String beside(CellFigures other, Judgement judgement) {
    if (judgement.verdict() == ComparisonVerdict.TOO_FEW_FORKS) {
      return Text.of(
          "%s ms (too few forks to judge, %d are needed)",
          Documents.score(other), judgement.forksNeeded());
    }
    double ratio = judgement.evidence().orElseThrow().ratio();
    String times = Text.of("%.2f (%s)", ratio, Documents.range(judgement));
    return judgement.different() ? times + ", different" : times;
  }

  private static CurveChart last(List<CellFigures> cells) {
    List<Curve> curves = new ArrayList<>();
    for (ShardOpening opening : ShardOpening.values()) {
      curves.add(
          new Curve(
              opening.name(),
              cells.stream()
                  .filter(cell -> opening(cell).equals(opening.name()))
                  .filter(cell -> cell.sample().isPresent())
                  .sorted(Comparator.comparingInt(ShardOpenings::shards))
                  .map(
                      cell ->
                          new Point(shards(cell), Documents.range(cell.estimate().orElseThrow())))
                  .toList()));
    }
    return new CurveChart(
        "Time to the last tuple, with the 95 % interval",
        new Dimension("shards", true),
        new Dimension("ms", false),
        curves.stream().filter(curve -> !curve.points().isEmpty()).toList(),
        List.of());
  }
}
