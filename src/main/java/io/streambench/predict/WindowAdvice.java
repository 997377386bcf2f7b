package io.streambench.predict;

import io.streambench.config.FlowControlKind;
import io.streambench.config.RecvWindow;
import io.streambench.config.Text;
import io.streambench.strategy.RepairSettings;
import io.streambench.strategy.UnreadMemory;
import java.util.ArrayList;
import java.util.List;

/**
 * A setting that prevents a stall, and its price.
 *
 * @param setting name of the setting
 * @param value its value: a number of bytes, or a word
 * @param memoryBytes maximum memory that unread bytes can hold with this setting, in all
 *     connections to one node
 * @param needsJar whether it needs this project's jar, as a stock Solr does not have the setting
 * @param note further steps and the price, in sentences; may be empty
 */
public record WindowAdvice(
    String setting, Object value, long memoryBytes, boolean needsJar, String note) {
  /** Solr's own property: every client of the JVM uses HTTP/1.1. */
  public static final String HTTP1 = "solr.http1";

  /** The stream window of every HTTP/2 client of a JVM. */
  public static final String STREAM_WINDOW = "initialStreamRecvWindow";

  public static final String SESSION_WINDOW = "initialSessionRecvWindow";

  /** The strategy, which decides when credit for the session is given back. */
  public static final String STRATEGY = FlowControlKind.NAME;

  /** The size of Jetty's reads over both HTTP/1.1 and HTTP/2. */
  public static final int BUFFER_BYTES = 16 * 1024;

  /** Maximum connections to a node in Jetty's client, and in Solr's unless its builder sets it. */
  public static final int HTTP1_CONNECTIONS = 64;

  private static final String FLOOD =
      " A smaller stream window can make a Jetty server close the connection"
          + " (ENHANCE_YOUR_CALM): prefer another way.";

  /** Windows are rounded up to multiples of this, which exceeds single-precision rounding. */
  private static final long ROUND = 1024;

  /** The settings that make an unsafe merge safe, that of a stock Solr first; empty if SAFE. */
  static List<WindowAdvice> of(Prediction prediction) {
    List<WindowAdvice> ways = new ArrayList<>();
    if (prediction.zone() == Zone.SAFE) {
      return ways;
    }
    int streams = prediction.streamsPerNode();
    ways.add(http1(streams));
    if (prediction.lacksSlots()) {
      return ways; // larger windows do not allow more streams
    }
    SafeWindowRule rule = prediction.rule();
    ways.add(strategy(streams));
    streamWindow(rule, prediction.connections(), ways);
    sessionWindow(rule, prediction.connections(), ways);
    return ways;
  }

  private static WindowAdvice http1(int streams) {
    String price =
        Text.of(
            "A program that reads streams: -Dsolr.http1=true among the options of its JVM (before"
                + " -jar).\n"
                + "A node that runs /stream: SOLR_OPTS=\"$SOLR_OPTS -Dsolr.http1=true\" in solr.in.sh."
                + " Restart one node at a time, and wait until its replicas are active (a shard with one"
                + " replica is offline meanwhile). To undo it, remove the line and restart.\n"
                + "Price of HTTP/1.1: one connection per stream, up to %,d to a node, with a file"
                + " descriptor at each end. A node then uses HTTP/1.1 for all its requests.",
            streams);
    String most =
        Text.of(
            " Solr's nodes allow that many. A program of yours has %d unless its Builder says"
                + " withMaxConnectionsPerHost(%d); with fewer a merge can hang"
                + " until the request's timeout (600 s by default).",
            HTTP1_CONNECTIONS, streams);
    return new WindowAdvice(
        HTTP1,
        "true",
        (long) streams * BUFFER_BYTES,
        false,
        streams > HTTP1_CONNECTIONS ? price + most : price);
  }

  /**
   * The only recommended strategy, the jar's default. The memory is what all streams may send; the
   * strategy holds at most a quarter of the direct memory, and beyond that gives credit as Jetty
   * does.
   */
  private static WindowAdvice strategy(int streams) {
    return new WindowAdvice(
        STRATEGY,
        FlowControlKind.MEMORY_BOUND.toString(),
        (long) streams * UnreadMemory.STREAM_WINDOW,
        true,
        Text.of(
            "%s is the jar's default. Solr 9, with the jar installed (docs/repair.md; with SOLR_AUTH_TYPE its"
                + " step 3, too): SOLR_OPTS=\"$SOLR_OPTS -Dsolr.httpclient.builder.factory=%s\".\n"
                + "Solr 10, a program with the jar for Jetty 12 on its class path (docs/repair.md#jetty-12):"
                + " -Dsolr.solrj.http.jetty.customizer=%s.\n"
                + "Price of %s: unread data may hold a quarter of the JVM's direct memory limit, and for"
                + " each connection what a stock client's may, on top of the heap. In a container leave"
                + " room for it. To hold less: SOLR_OPTS=\"$SOLR_OPTS -D%s=64m\". Beyond, it gives credit as a stock client"
                + " does, and a query can hang.",
            FlowControlKind.MEMORY_BOUND,
            RepairSettings.CLIENT_FACTORY,
            RepairSettings.CUSTOMIZER,
            FlowControlKind.MEMORY_BOUND,
            RepairSettings.BUDGET_PROPERTY));
  }

  private static void streamWindow(SafeWindowRule rule, int connections, List<WindowAdvice> ways) {
    SafeWindowRule smaller = rule.with(rule.largestSafeStreamWindow(), rule.sessionWindow());
    if (smaller.streamWindow() >= RecvWindow.MIN_BYTES && smaller.safe()) {
      ways.add(
          new WindowAdvice(
              STREAM_WINDOW,
              smaller.streamWindow(),
              connections * smaller.memoryBytes(),
              true,
              line(RepairSettings.STREAM_WINDOW_PROPERTY, smaller.streamWindow()) + FLOOD));
    }
  }

  private static void sessionWindow(SafeWindowRule rule, int connections, List<WindowAdvice> ways) {
    long window = (rule.smallestSafeSessionWindow() / ROUND + 1) * ROUND;
    SafeWindowRule larger = rule.with(rule.streamWindow(), window);
    if (window <= SafeWindowRule.MAX_WINDOW && larger.safe()) {
      ways.add(
          new WindowAdvice(
              SESSION_WINDOW,
              window,
              connections * larger.memoryBytes(),
              true,
              line(RepairSettings.SESSION_WINDOW_PROPERTY, window)));
    }
  }

  /** The line that an operator pastes to set a window. */
  private static String line(String property, long window) {
    return Text.of(
        "Solr 9, with the jar and its factory: SOLR_OPTS=\"$SOLR_OPTS -D%s=%s -D%s=%d\"",
        RepairSettings.KIND_PROPERTY, FlowControlKind.BUFFERING, property, window);
  }
}
