package io.streambench.study.strategies;

import io.streambench.config.RecvWindow;
import io.streambench.config.Text;
import io.streambench.predict.TunedWindows;
import io.streambench.report.study.StudyDocument;
import io.streambench.strategy.FlowControlKind;
import io.streambench.study.Scale;
import io.streambench.study.StreamingCells;
import io.streambench.study.Study;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.Timing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The possible ways out of the stall, and the cost of each way. They are every flow-control
 * strategy, and more connections instead, over shards and round-trip times, compared with HTTP/1.1.
 */
public final class Strategies implements Study {
  /** One request a connection: there is no window to use up. */
  static final String HTTP1 = "http1";

  /** Jetty's own strategy, with so few streams on a connection that the rule calls it SAFE. */
  static final String CONNECTIONS = "connections";

  /** Jetty's own strategy, with windows that are configured well for the path. */
  static final String TUNED = "tuned";

  static final String SHARDS = "numShards";
  static final String RTT = "rttMillis";
  private static final String STREAMS_OF_CONNECTION = "maxConcurrentStreamsPerConnection";
  private static final String STREAM_WINDOW = "initialStreamRecvWindow";
  private static final String SESSION_WINDOW = "initialSessionRecvWindow";

  /** Nothing limits the bandwidth here. Windows are tuned to more than merges over HTTP/2 reach. */
  private static final int TUNED_MBPS = 10_000;

  /** The number of shards of the published scenario, by which the goal is set. */
  static final int GOAL_SHARDS = 12;

  /** The most streams of a connection that are SAFE at Jetty's windows; two lie on the line. */
  private static final int SAFE_STREAMS = 1;

  /** The numbers of shards, with {@link #GOAL_SHARDS} first. */
  private static final List<Integer> SHARDS_SWEPT = List.of(12, 1, 48, 3);

  private static final List<Integer> RTTS_SWEPT = List.of(0, 1, 20, 80);
  private static final String DOCUMENTS = "4000";

  private static final Timing FULL = new Timing(1, 4, 2, 2);

  /**
   * The timing at {@link #GOAL_SHARDS}, with a warm client. HTTP/2 has more code to compile, and
   * gains on HTTP/1.1 for 40 s.
   */
  private static final Timing GOAL = new Timing(1, 40, 3, 5);

  private static final Timing QUICK = new Timing(1, 2, 2, 1);

  @Override
  public String name() {
    return "strategies";
  }

  @Override
  public String question() {
    return "Which flow control had no stall, how fast is it compared with HTTP/1.1, and how much"
        + " memory does it take?";
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
  public Set<String> fixed() {
    return Set.of(STREAM_WINDOW, SESSION_WINDOW, "bufferRatio");
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    List<StudyCell> cells = new ArrayList<>();
    for (int shards : scale == Scale.QUICK ? List.of(12) : SHARDS_SWEPT) {
      for (int rtt : scale == Scale.QUICK ? List.of(20) : RTTS_SWEPT) {
        for (String way : ways()) {
          cells.add(cell(way, shards, rtt));
        }
      }
    }
    return cells;
  }

  private static StudyCell cell(String way, int shards, int rtt) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("nodeCount", "2");
    parameters.put("numReplicas", "1");
    parameters.put(SHARDS, Integer.toString(shards));
    parameters.put("docCount", DOCUMENTS);
    parameters.put("docSizeBytes", "10024");
    parameters.put("numTextFields", "25");
    parameters.put("indexThreads", "14");
    parameters.put("capture", "off");
    // It costs HTTP/2 about 2 %, and HTTP/1.1 nothing.
    parameters.put("recording", "off");
    parameters.put("cluster", "process");
    parameters.put("useHttp1", Boolean.toString(way.equals(HTTP1)));
    parameters.put(
        FlowControlKind.NAME,
        FlowControlKind.named(way).orElse(FlowControlKind.BUFFERING).toString());
    if (way.equals(TUNED)) {
      // As if all met on one session, which depends on chance.
      TunedWindows windows = new TunedWindows(shards, rtt, TUNED_MBPS);
      parameters.put(STREAM_WINDOW, Integer.toString(windows.streamWindow()));
      parameters.put(SESSION_WINDOW, Integer.toString(windows.sessionWindow()));
    }
    boolean more = way.equals(CONNECTIONS);
    parameters.put("connectionsPerDestination", more ? Integer.toString(shards) : "default");
    parameters.put(STREAMS_OF_CONNECTION, more ? Integer.toString(SAFE_STREAMS) : "default");
    parameters.put(RTT, Integer.toString(rtt));
    return new StudyCell(
        Text.of("%s-%d-%dms", way, shards, rtt),
        StreamingCells.BENCHMARK,
        parameters,
        List.of(),
        1);
  }

  /** The way of a cell. */
  static String way(StudyCell cell) {
    Map<String, String> parameters = cell.parameters();
    if (Boolean.parseBoolean(parameters.get("useHttp1"))) {
      return HTTP1;
    }
    if (!parameters.getOrDefault(STREAM_WINDOW, RecvWindow.DEFAULT).equals(RecvWindow.DEFAULT)) {
      return TUNED;
    }
    return parameters.get(STREAMS_OF_CONNECTION).equals("default")
        ? parameters.get(FlowControlKind.NAME)
        : CONNECTIONS;
  }

  @Override
  public boolean divisible() {
    return true;
  }

  @Override
  public Timing timing(Scale scale) {
    return scale == Scale.QUICK ? QUICK : FULL;
  }

  @Override
  public Timing timing(StudyCell cell, Scale scale) {
    boolean goal = cell.parameters().get(SHARDS).equals(Integer.toString(GOAL_SHARDS));
    return goal && scale == Scale.FULL ? GOAL : timing(scale);
  }

  /** One for each number of shards. */
  @Override
  public int clusterSeconds(Scale scale, int forks) {
    return scale == Scale.QUICK ? 12 : 80;
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
    return new StrategyFindings(results).document();
  }
}
