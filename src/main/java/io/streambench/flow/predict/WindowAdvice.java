package io.streambench.flow.predict;

import io.streambench.flow.window.FlowControlKind;
import io.streambench.flow.window.ReceiveWindow;
import java.util.ArrayList;
import java.util.List;

/**
 * A setting that prevents a stall, and its cost.
 *
 * @param setting name of the setting
 * @param value its value: a number of bytes, or a word
 * @param memoryBytes maximum memory that unread bytes can hold with this setting, in all
 *     connections to one node
 * @param needsJar whether the setting needs this project's jar, because stock Solr lacks it
 */
public record WindowAdvice(String setting, Object value, long memoryBytes, boolean needsJar) {
  /** Solr's own system property that makes every client in the JVM use HTTP/1.1. */
  public static final String HTTP1 = "solr.http1";

  /** The setting for the stream window of every HTTP/2 client of a JVM. */
  public static final String STREAM_WINDOW = "initialStreamRecvWindow";

  public static final String SESSION_WINDOW = "initialSessionRecvWindow";

  /** The setting for the strategy, which decides when session credit is given back. */
  public static final String STRATEGY = FlowControlKind.NAME;

  /** The size of Jetty's reads over both HTTP/1.1 and HTTP/2. */
  public static final int BUFFER_BYTES = 16 * 1024;

  /**
   * The maximum number of HTTP/1.1 connections to a node in Jetty's client, and in Solr's client
   * unless its builder changes that.
   */
  public static final int HTTP1_CONNECTIONS = 64;

  /** Session windows are rounded up to multiples of this: more than single precision's error. */
  private static final long ROUNDING_BYTES = 1024;

  /** The settings that make an unsafe merge safe, stock Solr's first; empty if already safe. */
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
    return new WindowAdvice(HTTP1, "true", (long) streams * BUFFER_BYTES, false);
  }

  /**
   * The only recommended strategy, the jar's default. The memory is the maximum that all streams
   * may send; the strategy holds at most a quarter of the direct memory, and above that gives
   * credit as Jetty does.
   */
  private static WindowAdvice useStrategy(int streams) {
    return new WindowAdvice(
        STRATEGY,
        FlowControlKind.MEMORY_BOUND.toString(),
        (long) streams * ReceiveWindow.REPAIR_STREAM_BYTES,
        true);
  }

  private static void addStreamWindow(
      SafeWindowRule rule, int connections, List<WindowAdvice> advice) {
    SafeWindowRule smaller = rule.with(rule.largestSafeStreamWindow(), rule.sessionWindow());
    if (smaller.streamWindow() >= ReceiveWindow.MIN_BYTES && smaller.isSafe()) {
      advice.add(
          new WindowAdvice(
              STREAM_WINDOW, smaller.streamWindow(), connections * smaller.memoryBytes(), true));
    }
  }

  private static void addSessionWindow(
      SafeWindowRule rule, int connections, List<WindowAdvice> advice) {
    long window = (rule.smallestSafeSessionWindow() / ROUNDING_BYTES + 1) * ROUNDING_BYTES;
    SafeWindowRule larger = rule.with(rule.streamWindow(), window);
    if (window <= SafeWindowRule.MAX_WINDOW && larger.isSafe()) {
      advice.add(
          new WindowAdvice(SESSION_WINDOW, window, connections * larger.memoryBytes(), true));
    }
  }
}
