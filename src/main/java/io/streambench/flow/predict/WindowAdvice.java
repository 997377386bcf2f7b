package io.streambench.flow.predict;

import io.streambench.flow.window.FlowControlKind;
import io.streambench.flow.window.ReceiveWindow;
import java.util.ArrayList;
import java.util.List;

/**
 * A setting that prevents a stall, with its maximum memory use.
 *
 * @param setting name of the setting
 * @param value value of the setting: a number of bytes, or a word
 * @param memoryBytes maximum memory that unread bytes can hold with this setting, in all
 *     connections to one node
 * @param needsJar whether the setting needs this project's jar, because stock Solr lacks it
 */
public record WindowAdvice(String setting, Object value, long memoryBytes, boolean needsJar) {
  /** Solr's system property that makes every client in the JVM use HTTP/1.1. */
  public static final String HTTP1_PROPERTY = "solr.http1";

  /** The setting for the stream window of every HTTP/2 client in the JVM. */
  public static final String STREAM_WINDOW_SETTING = "initialStreamRecvWindow";

  public static final String SESSION_WINDOW_SETTING = "initialSessionRecvWindow";

  /** The setting for the flow-control strategy. */
  public static final String STRATEGY_SETTING = FlowControlKind.PARAMETER_NAME;

  /** The buffer size of Jetty's reads over HTTP/1.1 and HTTP/2. */
  public static final int BUFFER_BYTES = 16 * 1024;

  /** The default limit of HTTP/1.1 connections to a node, in Jetty's and Solr's clients. */
  public static final int HTTP1_CONNECTIONS = 64;

  /**
   * The unit to which session windows are rounded up. It is larger than Jetty's rounding errors.
   */
  private static final long ROUNDING_BYTES = 1024;

  /** Returns settings that prevent a stall, those of stock Solr first; empty if none is needed. */
  static List<WindowAdvice> of(Prediction prediction) {
    List<WindowAdvice> advice = new ArrayList<>();
    if (prediction.zone() == Zone.SAFE) {
      return advice;
    }
    int streams = prediction.streamsPerNode();
    advice.add(useHttp1(streams));
    if (prediction.lacksSlots()) {
      return advice; // larger windows do not allow more streams
    }
    SafeWindowRule rule = prediction.rule();
    advice.add(useStrategy(streams));
    addStreamWindow(rule, prediction.connections(), advice);
    addSessionWindow(rule, prediction.connections(), advice);
    return advice;
  }

  private static WindowAdvice useHttp1(int streams) {
    return new WindowAdvice(HTTP1_PROPERTY, "true", (long) streams * BUFFER_BYTES, false);
  }

  /**
   * Recommends the default strategy of this project's jar. The strategy may use less memory than
   * the advice states, because the strategy is limited to a quarter of the direct memory.
   */
  private static WindowAdvice useStrategy(int streams) {
    return new WindowAdvice(
        STRATEGY_SETTING,
        FlowControlKind.MEMORY_BOUND.toString(),
        (long) streams * ReceiveWindow.REPAIR_STREAM_BYTES,
        true);
  }

  private static void addStreamWindow(
      SafeWindowRule rule, int connections, List<WindowAdvice> advice) {
    SafeWindowRule smaller = rule.withWindows(rule.largestSafeStreamWindow(), rule.sessionWindow());
    if (smaller.streamWindow() >= ReceiveWindow.MIN_BYTES && smaller.isSafe()) {
      advice.add(
          new WindowAdvice(
              STREAM_WINDOW_SETTING,
              smaller.streamWindow(),
              connections * smaller.memoryBytes(),
              true));
    }
  }

  private static void addSessionWindow(
      SafeWindowRule rule, int connections, List<WindowAdvice> advice) {
    long window = (rule.smallestSafeSessionWindow() / ROUNDING_BYTES + 1) * ROUNDING_BYTES;
    SafeWindowRule larger = rule.withWindows(rule.streamWindow(), window);
    if (window <= SafeWindowRule.MAX_WINDOW && larger.isSafe()) {
      advice.add(
          new WindowAdvice(
              SESSION_WINDOW_SETTING, window, connections * larger.memoryBytes(), true));
    }
  }
}
