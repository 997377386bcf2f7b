package io.streambench.study.strategies;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.compare.Better;
import io.streambench.config.RecvWindow;
import io.streambench.config.Text;
import io.streambench.predict.ConnectionLimits;
import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.CurveChart.Dimension;
import io.streambench.report.study.StudyDocument;
import io.streambench.report.table.ResultTable;
import io.streambench.report.table.ResultTable.Entry;
import io.streambench.report.table.Rounded;
import io.streambench.strategy.FlowControlKind;
import io.streambench.study.BaselineComparison;
import io.streambench.study.CellFigures;
import io.streambench.study.Documents;
import io.streambench.study.Estimate;
import io.streambench.study.Parameters;
import io.streambench.study.StudyResults;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The report on the ways out of the stall, each compared with HTTP/1.1 at the same place. */
final class StrategyReport {
  /** Most that lay unread on all sessions of a client, in bytes. */
  private static final String PEAK_UNREAD = "peakUnreadSum, B";

  private static final String WINDOW_UPDATES = "windowUpdates, 1/op";
  private static final double MEGABYTE = 1e6;

  private final StudyResults results;
  private final List<CellFigures> cells;
  private final BaselineComparison http1;
  private final List<Way> ways = new ArrayList<>();
  private final List<Integer> shards;
  private final List<Integer> rtts;
  private final int goal;

  StrategyReport(StudyResults results) {
    this.results = results;
    this.cells = results.cells();
    this.http1 = compared(cells);
    Map<String, List<CellFigures>> byWay = new LinkedHashMap<>();
    cells.forEach(cell -> byWay.computeIfAbsent(way(cell), way -> new ArrayList<>()).add(cell));
    byWay.forEach((name, its) -> ways.add(new Way(name, its)));
    this.shards = swept(Parameters.SHARDS);
    this.rtts = swept(Parameters.RTT);
    this.goal =
        shards.contains(Strategies.GOAL_SHARDS)
            ? Strategies.GOAL_SHARDS
            : shards.get(shards.size() - 1);
  }

  private static BaselineComparison compared(List<CellFigures> cells) {
    return new BaselineComparison(
        "HTTP/1.1",
        Better.HIGHER,
        cells,
        CellFigures::http1,
        cell -> cell.number(Parameters.SHARDS) + "-" + cell.number(Parameters.RTT));
  }

  private List<Integer> swept(String parameter) {
    return cells.stream().map(cell -> cell.number(parameter)).distinct().sorted().toList();
  }

  private static String way(CellFigures cell) {
    return Strategies.way(cell.cell());
  }

  private List<CellFigures> with(int number) {
    return cells.stream().filter(cell -> cell.number(Parameters.SHARDS) == number).toList();
  }

  private record Way(String name, List<CellFigures> cells) {
    long count(Predicate<CellFigures> which) {
      return cells.stream().filter(which).count();
    }

    long stalled() {
      return count(CellFigures::stalled);
    }

    long failed() {
      return count(cell -> cell.count(Outcome.FAILED) > 0);
    }

    Optional<CellFigures> at(int shards, int rtt) {
      return cells.stream()
          .filter(cell -> cell.number(Parameters.SHARDS) == shards)
          .filter(cell -> cell.number(Parameters.RTT) == rtt)
          .findFirst();
    }

    /** The most that a profiler measured anywhere. */
    Optional<String> most(String secondary, double unit) {
      return cells.stream()
          .flatMap(cell -> cell.value(secondary).stream())
          .max(Comparator.naturalOrder())
          .map(value -> Rounded.alone(value / unit));
    }
  }

  StudyDocument document() {
    List<ResultTable> tables = new ArrayList<>();
    List<CurveChart> charts = new ArrayList<>();
    tables.add(overAll());
    for (int number : shards) {
      tables.add(byDistance(number));
      charts.add(
          Documents.curves(
              Text.of("%d shard(s): operations per second over the round-trip time", number),
              new Dimension("round-trip time, ms", false),
              new Dimension("ops/s", false),
              with(number),
              StrategyReport::way,
              cell -> cell.number(Parameters.RTT),
              List.of()));
    }
    tables.add(every());
    List<String> findings = new ArrayList<>();
    findings.add(
        "Stalled somewhere: "
            + names(way -> way.stalled() > 0)
            + ". Failed somewhere: "
            + names(way -> way.failed() > 0)
            + ".");
    compared(with(goal)).finding().ifPresent(findings::add);
    List<String> recommendations = new ArrayList<>();
    recommendation(
            FlowControlKind.DYNAMIC_THRESHOLD,
            "at most a quarter of the JVM's direct memory is counted for it, and half is held,"
                + " beside what is on its way")
        .ifPresent(recommendations::add);
    long streams = ConnectionLimits.SOLR.slots();
    double window = RecvWindow.JETTY_STREAM_BYTES / (double) (1 << 20);
    recommendation(
            FlowControlKind.ON_RECEIPT,
            Text.of(
                "up to %,.0f MiB of windows for each client and node (%d streams of %.0f MiB)",
                streams * window, streams, window))
        .ifPresent(recommendations::add);
    return Documents.of(results, "Ways out of the stall", findings, tables, charts)
        .recommending(recommendations);
  }

  private String names(Predicate<Way> which) {
    String names = ways.stream().filter(which).map(Way::name).collect(Collectors.joining(", "));
    return names.isEmpty() ? "none" : names;
  }

  /** The ratio with its interval if there are enough forks for one; only if all completed. */
  private Optional<String> ratio(CellFigures cell) {
    return cell.http1()
        ? Optional.empty()
        : http1
            .ratio(cell)
            .or(
                () ->
                    http1
                        .relative(
                            cell,
                            one ->
                                one.allCompleted()
                                    ? one.estimate().map(Estimate::middle)
                                    : Optional.empty())
                        .map(one -> Text.of("%.2f", one)));
  }

  private ResultTable overAll() {
    return ResultTable.of("Every way, over all places", ways)
        .text("way", Way::name)
        .number("places", way -> way.cells.size())
        .number("stalled in", Way::stalled)
        .number("failed in", Way::failed)
        .number("most unread, MB", way -> way.most(PEAK_UNREAD, MEGABYTE))
        .number("WINDOW_UPDATEs per operation, at most", way -> way.most(WINDOW_UPDATES, 1));
  }

  private ResultTable byDistance(int number) {
    ResultTable.Of<Way> table =
        ResultTable.grid(
                Text.of("%d shard(s): operations per second; ratio to HTTP/1.1 (95 %%)", number),
                ways)
            .text("way", Way::name);
    for (int rtt : rtts) {
      table.entries(
          Text.of("round trip %d ms", rtt),
          true,
          way -> way.at(number, rtt).map(this::entry).orElse(Entry.of("")));
    }
    return table;
  }

  private Entry entry(CellFigures cell) {
    Entry result = cell.result();
    return cell.allCompleted()
        ? Entry.of(cell.score().orElse("-") + ratio(cell).map(ratio -> "; " + ratio).orElse(""))
        : new Entry(result.text(), result.link(), cell.stalled());
  }

  private ResultTable every() {
    return Documents.cells("Every place", cells)
        .number("shards", cell -> cell.parameter(Parameters.SHARDS))
        .number("round trip, ms", cell -> cell.parameter(Parameters.RTT))
        .number("ops/s", CellFigures::score)
        .text("95 % interval", CellFigures::interval)
        .number("forks", CellFigures::forks)
        .number("most unread, MB", cell -> cell.rounded(PEAK_UNREAD, MEGABYTE))
        .number("WINDOW_UPDATEs/op", cell -> cell.rounded(WINDOW_UPDATES, 1))
        .number(
            "stream windows used up, ms/op (added up)",
            cell -> cell.rounded("streamStall, ms/op", 1))
        .entries("result", false, CellFigures::result);
  }

  private Optional<Way> way(FlowControlKind kind) {
    return ways.stream().filter(way -> way.name.equals(kind.toString())).findFirst();
  }

  /** What Solr's maintainers could make the default, at what price, if it never stalled. */
  private Optional<String> recommendation(FlowControlKind kind, String memory) {
    String jettys =
        way(FlowControlKind.BUFFERING)
            .filter(way -> way.stalled() > 0)
            .map(
                way ->
                    Text.of(
                        " (Jetty's strategy stalled at %d of %d)", way.stalled(), way.cells.size()))
            .orElse("");
    double data =
        (double) cells.get(0).number(Parameters.DOCUMENTS)
            * cells.get(0).number(Parameters.DOC_BYTES)
            / MEGABYTE;
    return way(kind)
        .filter(way -> way.cells.stream().allMatch(CellFigures::allCompleted))
        .map(
            way ->
                Text.of(
                    "`%s`: no stall in %d fork(s) at %d place(s)%s. Unread data: %s. Measured"
                        + " here: at most %s MB (peaks of all sessions added up); a query reads %s"
                        + " MB. Speed at %d shard(s), compared with HTTP/1.1: %s.",
                    way.name,
                    way.cells.stream().mapToInt(cell -> cell.outcomes().size()).sum(),
                    way.cells.size(),
                    jettys,
                    memory,
                    way.most(PEAK_UNREAD, MEGABYTE).orElse("-"),
                    Rounded.alone(data),
                    goal,
                    rtts.stream()
                        .flatMap(
                            rtt ->
                                way.at(goal, rtt).flatMap(this::ratio).stream()
                                    .map(ratio -> ratio + " times at " + rtt + " ms"))
                        .collect(Collectors.joining(", "))));
  }
}
