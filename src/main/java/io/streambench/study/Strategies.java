package io.streambench.study;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.compare.Better;
import io.streambench.config.FlowControlKind;
import io.streambench.config.RecvWindow;
import io.streambench.config.Text;
import io.streambench.report.chart.Chart;
import io.streambench.report.chart.CurveChart.Dimension;
import io.streambench.report.table.ResultTable;
import io.streambench.report.table.Rounded;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The possible ways out of the stall, and the cost of each way. They are every flow-control
 * strategy, and more connections instead, over shards and round-trip times, compared with HTTP/1.1.
 */
public final class Strategies extends Study {
  /** Nothing limits the bandwidth here. Windows are tuned to more than merges over HTTP/2 reach. */
  private static final int TUNED_MBPS = 10_000;

  /** The number of shards of the published scenario, by which the goal is set. */
  private static final int GOAL_SHARDS = 12;

  /**
   * The timing at {@link #GOAL_SHARDS}, with a warm client. HTTP/2 has more code to compile, and
   * gains on HTTP/1.1 for 40 s.
   */
  private static final Timing GOAL = new Timing(1, 40, 3, 5);

  public Strategies() {
    super(
        "strategies",
        "Which flow control had no stall, how fast is it compared with HTTP/1.1, and how much"
            + " memory does it take?",
        new Timing(1, 2, 2, 1),
        new Timing(1, 4, 2, 2));
    primary =
        new PrimaryQuestion(
            "throughput of 12 shards with credit on receipt divided by that over"
                + " HTTP/1.1, averaged over 0 to 80 ms",
            "on-receipt-12-(.*)",
            "http1-12-$1");
    fixed = "bufferRatio";
    divisible = true;
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    List<StudyCell> cells = new ArrayList<>();
    for (int shards : scale == Scale.QUICK ? List.of(12) : List.of(12, 1, 48, 3)) {
      for (int rtt : scale == Scale.QUICK ? List.of(20) : List.of(0, 1, 20, 80)) {
        // One request a connection: there is no window to use up.
        cells.add(cell("http1", shards, rtt, "useHttp1=true"));
        for (FlowControlKind kind : FlowControlKind.values()) {
          cells.add(cell(kind.toString(), shards, rtt, "flowControl=" + kind));
        }
        // Jetty's strategy, with windows tuned as if all met on one session, which is chance.
        cells.add(cell("tuned", shards, rtt, tuned(shards, rtt)));
        // The same without: two streams on a connection of Jetty's windows would lie on the line.
        cells.add(
            cell(
                "connections",
                shards,
                rtt,
                "maxConcurrentStreamsPerConnection=1 connectionsPerDestination=" + shards));
      }
    }
    return cells;
  }

  /**
   * The least windows with which no merge stalls and no stream is slowed down, as far as HTTP/2 has
   * them. Jetty keeps back half of a window. The rest holds what is on its way in a round trip, on
   * the session also what all other streams can hold.
   */
  private static String tuned(int shards, int rttMillis) {
    double onTheWay = Math.ceil(TUNED_MBPS * 1e6 / 8 * rttMillis / 1e3);
    double stream =
        Math.floor(
            Math.min(
                Math.max(RecvWindow.JETTY_STREAM_BYTES, 2 * onTheWay),
                RecvWindow.MAX_BYTES / (2 * shards - 1.0)));
    double session =
        Math.max(
            RecvWindow.JETTY_SESSION_BYTES, 2 * (Math.max(1, onTheWay) + (shards - 1) * stream));
    return Text.of(
        "initialStreamRecvWindow=%d initialSessionRecvWindow=%d",
        (long) stream, (long) Math.min(RecvWindow.MAX_BYTES, session));
  }

  private static StudyCell cell(String way, int shards, int rtt, String pairs) {
    return StudyCell.unrecorded(
            Text.of("%s-%d-%dms", way, shards, rtt),
            Text.of("numShards=%d rttMillis=%d", shards, rtt))
        .with(pairs);
  }

  /** The way of a cell: its label without shards and distance. */
  static String way(StudyCell cell) {
    return cell.label().replaceFirst("-\\d+-\\d+ms$", "");
  }

  @Override
  public Timing timing(StudyCell cell, Scale scale) {
    boolean goal = cell.parameters().get(Parameters.SHARDS).equals(Integer.toString(GOAL_SHARDS));
    return goal && scale == Scale.FULL ? GOAL : super.timing(cell, scale);
  }

  private record Way(String name, List<CellFigures> cells) {
    long count(Predicate<CellFigures> which) {
      return cells.stream().filter(which).count();
    }

    Optional<String> most(String secondary, double unit) {
      return cells.stream()
          .flatMap(cell -> cell.value(secondary).stream())
          .max(Comparator.naturalOrder())
          .map(value -> Rounded.alone(value / unit));
    }
  }

  @Override
  public StudyReport conclude(StudyResults results) {
    List<CellFigures> cells = results.cells();
    Stream<String> names = cells.stream().map(cell -> way(cell.cell())).distinct();
    List<Way> ways = names.map(name -> new Way(name, with(cells, name))).toList();
    BaselineComparison http1 = http1(cells);
    List<Chart> charts = new ArrayList<>();
    for (int shards : cells.stream().map(Strategies::shards).distinct().sorted().toList()) {
      charts.add(
          Documents.curves(
              Text.of("%d shard(s): operations per second over the round-trip time", shards),
              new Dimension("round-trip time, ms", false),
              new Dimension("ops/s", false),
              with(cells, shards),
              cell -> way(cell.cell()),
              cell -> cell.number(Parameters.RTT)));
    }
    List<String> findings = new ArrayList<>();
    findings.add(
        "Stalled somewhere: "
            + names(ways, CellFigures::stalled)
            + ". Failed somewhere: "
            + names(ways, cell -> cell.count(Outcome.FAILED) > 0)
            + ".");
    http1(with(cells, GOAL_SHARDS)).finding().ifPresent(findings::add);
    return new StudyReport(
        results,
        "Ways out of the stall",
        findings,
        List.of(
            overAll(ways),
            Documents.measured(
                    Documents.cells("Every place", cells)
                        .number("shards", Strategies::shards)
                        .number("round trip, ms", cell -> cell.number(Parameters.RTT)),
                    "ops/s")
                .number("ratio to HTTP/1.1 (95 %)", cell -> ratio(cell, http1)),
            Documents.secondary(results)),
        charts);
  }

  private static BaselineComparison http1(List<CellFigures> cells) {
    return new BaselineComparison(
        "HTTP/1.1",
        Better.HIGHER,
        cells,
        CellFigures::http1,
        cell -> shards(cell) + "-" + cell.number(Parameters.RTT));
  }

  private static int shards(CellFigures cell) {
    return cell.number(Parameters.SHARDS);
  }

  private static List<CellFigures> with(List<CellFigures> cells, int shards) {
    return cells.stream().filter(cell -> shards(cell) == shards).toList();
  }

  private static List<CellFigures> with(List<CellFigures> cells, String way) {
    return cells.stream().filter(cell -> way(cell.cell()).equals(way)).toList();
  }

  private static String names(List<Way> ways, Predicate<CellFigures> which) {
    return ways.stream()
        .filter(way -> way.count(which) > 0)
        .map(Way::name)
        .reduce((some, one) -> some + ", " + one)
        .orElse("none");
  }

  private static ResultTable overAll(List<Way> ways) {
    return ResultTable.of("Every way, over all places", ways)
        .text("way", Way::name)
        .number("places", way -> way.cells.size())
        .number("stalled in", way -> way.count(CellFigures::stalled))
        .number("failed in", way -> way.count(cell -> cell.count(Outcome.FAILED) > 0))
        .number("most unread, MB", way -> way.most("peakUnreadSum, B", 1e6))
        .number("WINDOW_UPDATEs per operation, at most", way -> way.most("windowUpdates, 1/op", 1));
  }

  /** The ratio has an interval if there are enough forks for one. */
  private static Optional<String> ratio(CellFigures cell, BaselineComparison http1) {
    return http1
        .ratio(cell)
        .or(() -> http1.relative(cell, CellFigures::median).map(one -> Text.of("%.2f", one)));
  }
}
