package io.streambench.strategy;

import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The system properties that configure the repair on a client or node outside a benchmark.
 *
 * @param isOn false to set only windows, for Jetty's own strategy
 * @param streamWindow initial stream receive window in bytes; empty for the strategy's default
 * @param sessionWindow initial session receive window in bytes; empty for the client's default
 * @param budgetBytes budget for unread data; empty for a quarter of the JVM's direct memory
 */
public record RepairSettings(
    boolean isOn, OptionalInt streamWindow, OptionalInt sessionWindow, OptionalLong budgetBytes) {
  /** The class that Solr's property {@code solr.httpclient.builder.factory} names. */
  public static final String CLIENT_FACTORY = "io.streambench.strategy.StallFreeClientFactory";

  /** The counterpart for Solr 10, in another jar. */
  public static final String CUSTOMIZER = "io.streambench.strategy.StallFreeCustomizer";

  /** Selects the strategy of every HTTP/2 Solr client of a JVM. */
  public static final String KIND_PROPERTY = "streambench.flowControl";

  /** Sets the budget of direct memory for unread data, such as {@code 128m}. */
  public static final String BUDGET_PROPERTY = "streambench.directMemoryBudget";

  /** Sets the stream window of every HTTP/2 Solr client of the JVM. */
  public static final String STREAM_WINDOW_PROPERTY = "solr.http2.initialStreamRecvWindow";

  /** Sets the session window of every HTTP/2 Solr client of the JVM. */
  public static final String SESSION_WINDOW_PROPERTY = "solr.http2.initialSessionRecvWindow";

  static final String ON = "memory-bound";
  static final String OFF = "buffering";
  private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,8})([kKmMgG])");

  /**
   * Reads the settings.
   *
   * @param properties returns the value of a property, or null
   * @throws IllegalArgumentException for the first property that breaks its rule
   */
  static RepairSettings of(UnaryOperator<String> properties) {
    String kind = properties.apply(KIND_PROPERTY);
    boolean on = kind == null || kind.strip().equals(ON);
    if (!on && !kind.strip().equals(OFF)) {
      throw wrong(KIND_PROPERTY, "be one of " + OFF + ", " + ON, kind);
    }
    String budget = properties.apply(BUDGET_PROPERTY);
    if (budget != null && !on) {
      throw wrong(BUDGET_PROPERTY, "be left out with flowControl=" + OFF, budget);
    }
    return new RepairSettings(
        on,
        window(STREAM_WINDOW_PROPERTY, properties),
        window(SESSION_WINDOW_PROPERTY, properties),
        budget == null ? OptionalLong.empty() : OptionalLong.of(size(budget)));
  }

  private static OptionalInt window(String name, UnaryOperator<String> properties) {
    String text = properties.apply(name);
    if (text == null || text.strip().equals("default")) {
      return OptionalInt.empty();
    }
    try {
      int bytes = Integer.parseInt(text.strip());
      if (bytes >= 65_535) {
        return OptionalInt.of(bytes);
      }
    } catch (NumberFormatException e) {
      // handled like a number that is too small
    }
    throw wrong(name, "be 'default' or a whole number of bytes from 65535 to 2147483647", text);
  }

  private static long size(String text) {
    Matcher size = SIZE.matcher(text.strip());
    if (!size.matches()) {
      throw wrong(BUDGET_PROPERTY, "be a size like 2g or 512m", text);
    }
    int shift = 10 * (1 + "kmg".indexOf(Character.toLowerCase(size.group(2).charAt(0))));
    long bytes = Long.parseLong(size.group(1)) << shift;
    long most = DirectMemory.limitBytes() / 3; // unread data can hold up to twice the budget
    if (bytes > most) {
      String rule = "be at most a third of the direct memory of this JVM, " + most + " bytes";
      throw wrong(BUDGET_PROPERTY, rule + " (-XX:MaxDirectMemorySize)", text);
    }
    return bytes;
  }

  /**
   * Returns an exception whose message is one line with property, rule and value.
   *
   * @param rule the rule, worded to follow "must"
   */
  static IllegalArgumentException wrong(String property, String rule, String value) {
    String text = value.replaceAll("\\p{Cntrl}", "?");
    return new IllegalArgumentException(
        property + " must " + rule + ", got " + (text.isEmpty() ? "nothing" : "'" + text + "'"));
  }
}
