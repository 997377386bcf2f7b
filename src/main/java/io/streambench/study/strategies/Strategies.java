package io.streambench.study.strategies;

import io.streambench.config.RecvWindow;
import io.streambench.config.Text;
import io.streambench.predict.TunedWindows;
import io.streambench.report.study.StudyDocument;
import io.streambench.strategy.FlowControlKind;
import io.streambench.study.DeclaredStudy;
import io.streambench.study.Parameters;
import io.streambench.study.Scale;
import io.streambench.study.StreamingCells;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The possible ways out of the stall, and the cost of each way. They are every flow-control
 * strategy, and more connections instead, over shards and round-trip times, compared with HTTP/1.1.
 */
public final class Strategies extends DeclaredStudy {
  /** One request a connection: there is no window to use up. */
  static final String HTTP1 = "http1";

  /** Jetty's own strategy, with so few streams on a connection that the rule calls it SAFE. */
  private static final String CONNECTIONS = "connections";

  /** Jetty's own strategy, with windows that are configured well for the path. */
  private static final String TUNED = "tuned";

  /** Nothing limits the bandwidth here. Windows are tuned to more than merges over HTTP/2 reach. */
  private static final int TUNED_MBPS = 10_000;

  /** The number of shards of the published scenario, by which the goal is set. */
  static final int GOAL_SHARDS = 12;

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
    clusters(12, 80); // one for each number of shards
    fixes("initialStreamRecvWindow initialSessionRecvWindow bufferRatio");
    isDivisible();
  }

  /** All ways there are, HTTP/1.1 first. */
  static List<String> ways() {
    List<String> ways = new ArrayList<>(List.of(HTTP1));
    for (FlowControlKind kind : FlowControlKind.values()) {
      ways.add(kind.toString());
    }
    ways.add(TUNED);
    ways.add(CONNECTIONS);
    return ways;
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    List<StudyCell> cells = new ArrayList<>();
    for (int shards : scale == Scale.QUICK ? List.of(12) : List.of(12, 1, 48, 3)) {
      for (int rtt : scale == Scale.QUICK ? List.of(20) : List.of(0, 1, 20, 80)) {
        for (String way : ways()) {
          cells.add(cell(way, shards, rtt));
        }
      }
    }
    return cells;
  }

  /** Recording is off: it costs HTTP/2 about 2 %, and HTTP/1.1 nothing. */
  private static StudyCell cell(String way, int shards, int rtt) {
    boolean more = way.equals(CONNECTIONS);
    // Two streams on a connection of Jetty's windows would lie on the line.
    String pairs =
        Text.of(
            "nodeCount=2 numReplicas=1 docCount=4000 docSizeBytes=10024 numTextFields=25"
                + " indexThreads=14 capture=off recording=off cluster=process numShards=%d"
                + " rttMillis=%d useHttp1=%s flowControl=%s connectionsPerDestination=%s"
                + " maxConcurrentStreamsPerConnection=%s",
            shards,
            rtt,
            way.equals(HTTP1),
            FlowControlKind.named(way).orElse(FlowControlKind.BUFFERING),
            more ? shards : "default",
            more ? 1 : "default");
    // Tuned as if all met on one session, which depends on chance.
    TunedWindows windows = new TunedWindows(shards, rtt, TUNED_MBPS);
    return new StudyCell(
            Text.of("%s-%d-%dms", way, shards, rtt),
            StreamingCells.BENCHMARK,
            Parameters.of(pairs),
            List.of(),
            1)
        .with(
            way.equals(TUNED)
                ? Text.of(
                    "initialStreamRecvWindow=%d initialSessionRecvWindow=%d",
                    windows.streamWindow(), windows.sessionWindow())
                : "");
  }

  /** The way of a cell. */
  static String way(StudyCell cell) {
    Map<String, String> parameters = cell.parameters();
    if (Boolean.parseBoolean(parameters.get(Parameters.USE_HTTP1))) {
      return HTTP1;
    }
    if (!parameters
        .getOrDefault(Parameters.STREAM_WINDOW, RecvWindow.DEFAULT)
        .equals(RecvWindow.DEFAULT)) {
      return TUNED;
    }
    return parameters.get(Parameters.STREAMS_OF_CONNECTION).equals("default")
        ? parameters.get(FlowControlKind.NAME)
        : CONNECTIONS;
  }

  @Override
  public Timing timing(StudyCell cell, Scale scale) {
    boolean goal = cell.parameters().get(Parameters.SHARDS).equals(Integer.toString(GOAL_SHARDS));
    return goal && scale == Scale.FULL ? GOAL : timing(scale);
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
    return new StrategyReport(results).document();
  }
}
