package io.streambench.study;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.compare.Comparison;
import io.streambench.analysis.compare.ComparisonVerdict;
import io.streambench.analysis.compare.Judgement;
import io.streambench.config.Text;
import io.streambench.report.CurveChart;
import io.streambench.report.CurveChart.Curve;
import io.streambench.report.CurveChart.Dimension;
import io.streambench.report.CurveChart.Point;
import io.streambench.report.ResultTable;
import io.streambench.report.ResultTable.Entry;
import io.streambench.report.Rounded;
import io.streambench.report.StudyDocument;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

/** How the ways out of the stall compare, and which of them is to be recommended. */
final class StrategyFindings {
  private static final String PEAK_UNREAD = "peakUnreadSum, B";
  private static final String WINDOW_UPDATES = "windowUpdates, 1/op";
  private static final double MEGABYTE = 1e6;

  private final StudyResults results;
  private final List<CellFigures> cells;

  StrategyFindings(StudyResults results) {
    this.results = results;
    this.cells = results.cells();
  }

  StudyDocument document() {
    List<ResultTable> tables = new ArrayList<>();
    tables.add(ways());
    for (int shards : shards()) {
      tables.add(besideHttp1(shards));
    }
    tables.add(every());
    List<CurveChart> charts = new ArrayList<>();
    for (int shards : shards()) {
      charts.add(chart(shards));
    }
    return Documents.of(results, "Ways out of the stall", sentences(), tables, charts)
        .recommending(new StrategyRecommendation(this).paragraphs());
  }

  private static int number(CellFigures cell, String parameter) {
    return (int) Double.parseDouble(cell.cell().parameters().get(parameter));
  }

  private TreeSet<Integer> shards() {
    TreeSet<Integer> shards = new TreeSet<>();
    cells.forEach(cell -> shards.add(number(cell, Strategies.SHARDS)));
    return shards;
  }

  private TreeSet<Integer> rtts() {
    TreeSet<Integer> rtts = new TreeSet<>();
    cells.forEach(cell -> rtts.add(number(cell, Strategies.RTT)));
    return rtts;
  }

  private List<String> waysRun() {
    return Strategies.ways().stream()
        .filter(way -> cells.stream().anyMatch(cell -> Strategies.way(cell.cell()).equals(way)))
        .toList();
  }

  private List<CellFigures> of(String way) {
    return cells.stream().filter(cell -> Strategies.way(cell.cell()).equals(way)).toList();
  }

  private Optional<CellFigures> at(String way, int shards, int rtt) {
    return of(way).stream()
        .filter(cell -> number(cell, Strategies.SHARDS) == shards)
        .filter(cell -> number(cell, Strategies.RTT) == rtt)
        .findFirst();
  }

  private static boolean completed(CellFigures cell) {
    return !cell.outcomes().isEmpty() && cell.count(Outcome.COMPLETED) == cell.outcomes().size();
  }

  /** Operations a second beside HTTP/1.1 at the same place, where both were measured. */
  private OptionalDouble beside(CellFigures cell) {
    Optional<CellFigures> http1 =
        at(Strategies.HTTP1, number(cell, Strategies.SHARDS), number(cell, Strategies.RTT));
    if (!completed(cell) || http1.isEmpty() || !completed(http1.get())) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(
        cell.estimate().orElseThrow().middle() / http1.get().estimate().orElseThrow().middle());
  }

  /** The least of a way at so many shards, over all round trips; empty if one did not complete. */
  private OptionalDouble least(String way, int shards) {
    List<OptionalDouble> all =
        of(way).stream()
            .filter(cell -> number(cell, Strategies.SHARDS) == shards)
            .map(this::beside)
            .toList();
    return all.isEmpty() || all.stream().anyMatch(OptionalDouble::isEmpty)
        ? OptionalDouble.empty()
        : all.stream().mapToDouble(OptionalDouble::getAsDouble).min();
  }

  /** How many shards the ways are compared at. */
  int goalShards() {
    return shards().contains(Strategies.GOAL_SHARDS) ? Strategies.GOAL_SHARDS : shards().last();
  }

  /** At how many places a way was tried. */
  int places(String way) {
    return of(way).size();
  }

  /** At how many of them it stalled. */
  long stalledPlaces(String way) {
    return of(way).stream().filter(CellFigures::stalled).count();
  }

  /** In how many forks it was tried. */
  int forks(String way) {
    return of(way).stream().mapToInt(cell -> cell.outcomes().size()).sum();
  }

  /** The most that lay unread on all sessions of a client. */
  String mostUnreadMegabytes(String way) {
    return megabytes(most(way, PEAK_UNREAD));
  }

  /** What a query reads. */
  String dataMegabytes() {
    Map<String, String> parameters = cells.get(0).cell().parameters();
    return Rounded.alone(
        Double.parseDouble(parameters.get("docCount"))
            * Double.parseDouble(parameters.get("docSizeBytes"))
            / MEGABYTE);
  }

  /** Whether every fork of a way completed. */
  boolean neverStalls(String way) {
    return of(way).stream().allMatch(StrategyFindings::completed);
  }

  private OptionalDouble most(String way, String secondary) {
    return of(way).stream()
        .map(cell -> cell.secondary().get(secondary))
        .filter(value -> value != null)
        .mapToDouble(Double::doubleValue)
        .max();
  }

  private List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    List<String> hang =
        waysRun().stream().filter(way -> of(way).stream().anyMatch(c -> c.stalled())).toList();
    sentences.add(
        hang.isEmpty()
            ? "Nothing stalled."
            : "Stalled in at least one place: " + String.join(", ", hang) + ".");
    int shards = goalShards();
    recommended(shards).ifPresent(way -> sentences.add(fastest(way, shards)));
    List<String> compared = compared(shards);
    if (!compared.isEmpty()) {
      sentences.add(asFast(compared, shards));
      sentences.add(slower(compared, shards));
    }
    for (String way : waysRun()) {
      if (!way.equals(Strategies.HTTP1) && neverStalls(way)) {
        sentences.add(
            Text.of(
                "%s, %d shard(s), beside HTTP/1.1: %s.", way, shards, besideAtEach(way, shards)));
      }
    }
    return sentences;
  }

  private String fastest(String way, int shards) {
    return Text.of(
        "Of those that never stalled, %s is the fastest at %d shard(s) where it is slowest: %.2f times"
            + " HTTP/1.1 at its worst round-trip time, with at most %s MB unread on all its"
            + " sessions anywhere.",
        way, shards, least(way, shards).orElseThrow(), megabytes(most(way, PEAK_UNREAD)));
  }

  /** Ways with a ratio at every round trip of so many shards. */
  private List<String> compared(int shards) {
    return waysRun().stream()
        .filter(way -> !way.equals(Strategies.HTTP1) && neverStalls(way))
        .filter(way -> least(way, shards).isPresent())
        .toList();
  }

  /** The goal, by medians. */
  private String asFast(List<String> ways, int shards) {
    List<String> reached =
        ways.stream().filter(way -> least(way, shards).orElseThrow() >= 1).toList();
    return Text.of(
        "By medians as fast as HTTP/1.1 or faster at %d shard(s) at every round-trip time: %s.",
        shards, reached.isEmpty() ? "none" : String.join(", ", reached));
  }

  /** What is proven against the goal, or that nothing can be. */
  private String slower(List<String> ways, int shards) {
    List<String> slower = new ArrayList<>();
    for (String way : ways) {
      for (int rtt : rtts()) {
        at(way, shards, rtt)
            .flatMap(this::judged)
            .filter(judgement -> judgement.verdict() == ComparisonVerdict.SLOWER)
            .ifPresent(
                judgement ->
                    slower.add(
                        Text.of("%s at %d ms (%s, 95 %%)", way, rtt, Documents.range(judgement))));
      }
    }
    int forks = results.order().forks();
    if (forks < Comparison.MIN_FORKS) {
      return Text.of(
          "With %d fork(s) a cell none of these ratios is evidence: the next fork may well stand on"
              + " the other side of 1.",
          forks);
    }
    return slower.isEmpty()
        ? Text.of("Found slower than HTTP/1.1 at %d shard(s): none.", shards)
        : Text.of(
            "Found slower than HTTP/1.1 at %d shard(s): %s.", shards, String.join(", ", slower));
  }

  /** A cell beside HTTP/1.1 at the same place; empty for what is not to be compared. */
  private Optional<Judgement> judged(CellFigures cell) {
    return Strategies.way(cell.cell()).equals(Strategies.HTTP1)
        ? Optional.empty()
        : at(Strategies.HTTP1, number(cell, Strategies.SHARDS), number(cell, Strategies.RTT))
            .flatMap(http1 -> Documents.judged(http1, cell));
  }

  /** The ratio, with its interval where the forks allow one. */
  private String ratio(CellFigures cell, double ratio) {
    return Text.of("%.2f", ratio)
        + range(cell).map(interval -> Text.of(", %s", interval)).orElse("");
  }

  private String times(CellFigures cell, double ratio) {
    return Text.of("%.2f times", ratio)
        + range(cell).map(interval -> Text.of(" (%s)", interval)).orElse("");
  }

  private Optional<String> range(CellFigures cell) {
    return judged(cell).filter(judgement -> judgement.evidence().isPresent()).map(Documents::range);
  }

  /** The ratios of a way at each round trip, where it is compared. */
  String besideAtEach(String way) {
    return besideAtEach(way, goalShards());
  }

  private String besideAtEach(String way, int shards) {
    List<String> parts = new ArrayList<>();
    for (int rtt : rtts()) {
      at(way, shards, rtt)
          .filter(cell -> beside(cell).isPresent())
          .ifPresent(
              cell ->
                  parts.add(Text.of("%s at %d ms", times(cell, beside(cell).getAsDouble()), rtt)));
    }
    return String.join(", ", parts);
  }

  private Optional<String> recommended(int shards) {
    return waysRun().stream()
        .filter(way -> !way.equals(Strategies.HTTP1) && neverStalls(way))
        .filter(way -> least(way, shards).isPresent())
        .max(Comparator.comparingDouble(way -> least(way, shards).orElseThrow()));
  }

  private static String megabytes(OptionalDouble bytes) {
    return bytes.isPresent() ? Rounded.alone(bytes.getAsDouble() / MEGABYTE) : "?";
  }

  private ResultTable ways() {
    List<String> ways = waysRun();
    return new ResultTable("Every way, over all places")
        .text("way", ways)
        .number("places", ways.stream().map(way -> "" + places(way)).toList())
        .number("stalled in", ways.stream().map(way -> "" + stalledPlaces(way)).toList())
        .number(
            "failed in",
            ways.stream()
                .map(way -> "" + of(way).stream().filter(c -> c.count(Outcome.FAILED) > 0).count())
                .toList())
        .number(
            "most unread, MB", ways.stream().map(way -> megabytes(most(way, PEAK_UNREAD))).toList())
        .number(
            "WINDOW_UPDATEs an operation, at most",
            ways.stream()
                .map(way -> most(way, WINDOW_UPDATES))
                .map(most -> most.isPresent() ? Rounded.alone(most.getAsDouble()) : "-")
                .toList());
  }

  private ResultTable besideHttp1(int shards) {
    List<String> ways = waysRun();
    ResultTable table =
        new ResultTable(Text.of("%d shard(s): operations a second, and beside HTTP/1.1", shards))
            .text("way", ways);
    for (int rtt : rtts()) {
      table.entries(
          Text.of("%d ms", rtt),
          true,
          ways.stream()
              .map(way -> at(way, shards, rtt).map(this::entry).orElse(Entry.of("")))
              .toList());
    }
    return table;
  }

  private Entry entry(CellFigures cell) {
    if (!completed(cell)) {
      Entry outcome = Documents.outcome(cell);
      return new Entry(outcome.text(), outcome.link(), cell.stalled());
    }
    OptionalDouble beside = beside(cell);
    return Entry.of(
        Documents.score(cell)
            + (beside.isEmpty() || Strategies.way(cell.cell()).equals(Strategies.HTTP1)
                ? ""
                : Text.of(" (%s)", ratio(cell, beside.getAsDouble()))));
  }

  private ResultTable every() {
    return Documents.labels(new ResultTable("Every place"), cells)
        .number("shards", Documents.parameters(cells, Strategies.SHARDS))
        .number("round trip, ms", Documents.parameters(cells, Strategies.RTT))
        .number("ops/s", cells.stream().map(Documents::score).toList())
        .text("95 % interval", cells.stream().map(Documents::interval).toList())
        .number("forks", cells.stream().map(Documents::forks).toList())
        .number("unread at most, MB", secondary(PEAK_UNREAD, MEGABYTE))
        .number("WINDOW_UPDATEs/op", secondary(WINDOW_UPDATES, 1))
        .number("stream stall, ms/op", secondary("streamStall, ms/op", 1))
        .entries("result", false, cells.stream().map(Documents::outcome).toList());
  }

  private List<String> secondary(String name, double unit) {
    return cells.stream()
        .map(cell -> cell.secondary().get(name))
        .map(value -> value == null ? "-" : Rounded.alone(value / unit))
        .toList();
  }

  private CurveChart chart(int shards) {
    List<Curve> curves = new ArrayList<>();
    for (String way : waysRun()) {
      List<Point> points = new ArrayList<>();
      for (int rtt : rtts()) {
        at(way, shards, rtt)
            .filter(StrategyFindings::completed)
            .ifPresent(
                cell -> points.add(new Point(rtt, Documents.range(cell.estimate().orElseThrow()))));
      }
      if (!points.isEmpty()) {
        curves.add(new Curve(way, points));
      }
    }
    return new CurveChart(
        Text.of("%d shard(s): operations a second over the round-trip time", shards),
        new Dimension("round-trip time, ms", false),
        new Dimension("ops/s", false),
        curves,
        List.of());
  }
}
