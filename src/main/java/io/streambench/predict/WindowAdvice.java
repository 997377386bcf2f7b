package io.streambench.predict;

import io.streambench.config.FlowControlKind;
import io.streambench.config.RecvWindow;
import java.util.ArrayList;
import java.util.List;

/**
 * A way out, and its price.
 *
 * @param setting what to set
 * @param value to what: a number of bytes or connections, or the name of a strategy
 * @param memoryBytes the most that unread bytes can pin then, in all sessions to one node
 * @param note what else belongs to it; may be empty
 */
public record WindowAdvice(String setting, Object value, long memoryBytes, String note) {
  /** Of every HTTP/2 client of a JVM, with this project's hook. */
  public static final String STREAM_WINDOW = "initialStreamRecvWindow";

  /** The same. */
  public static final String SESSION_WINDOW = "initialSessionRecvWindow";

  /** Sessions to one node. */
  public static final String CONNECTIONS = "connectionsPerDestination";

  /** When credit for the session is given back. */
  public static final String STRATEGY = FlowControlKind.NAME;

  /** What streams need, and not sessions, is needed again by queries that run beside it. */
  private static final String EACH_QUERY = "for each query at a time";

  /** Beyond the line by more than single precision rounds. */
  private static final long ROUND = 1024;

  /**
   * Every way out of a merge that is not safe; none if it is.
   *
   * @param rule with the most streams that can share a session
   * @param streams the most to one node
   * @param connections over which these are spread now
   */
  public static List<WindowAdvice> of(SafeWindowRule rule, int streams, int connections) {
    List<WindowAdvice> ways = new ArrayList<>();
    if (rule.safe()) {
      return ways;
    }
    streamWindow(rule, connections, ways);
    sessionWindow(rule, connections, ways);
    ways.add(
        new WindowAdvice(
            STRATEGY,
            FlowControlKind.ON_RECEIPT.toString(),
            streams * rule.unreadOfAStream(),
            EACH_QUERY));
    return ways;
  }

  private static void streamWindow(SafeWindowRule rule, int connections, List<WindowAdvice> ways) {
    long window = rule.largestSafeStreamWindow();
    SafeWindowRule smaller = rule.with(window, rule.sessionWindow());
    if (window > 1 && smaller.onTheLine()) {
      smaller = rule.with(window - 1, rule.sessionWindow());
    }
    if (smaller.streamWindow() >= RecvWindow.MIN_BYTES && smaller.safe()) {
      ways.add(
          new WindowAdvice(
              STREAM_WINDOW, smaller.streamWindow(), connections * smaller.memoryBytes(), ""));
    }
  }

  private static void sessionWindow(SafeWindowRule rule, int connections, List<WindowAdvice> ways) {
    long window = (rule.smallestSafeSessionWindow() / ROUND + 1) * ROUND;
    SafeWindowRule larger = rule.with(rule.streamWindow(), window);
    if (window <= SafeWindowRule.MAX_WINDOW && larger.safe()) {
      ways.add(new WindowAdvice(SESSION_WINDOW, window, connections * larger.memoryBytes(), ""));
    }
  }
}
