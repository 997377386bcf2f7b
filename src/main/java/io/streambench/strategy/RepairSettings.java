package io.streambench.strategy;

import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/**
 * The system properties that configure the repair on a client or node outside a benchmark. An
 * invalid value causes an {@link IllegalArgumentException} whose message names property, rule and
 * value in one line.
 *
 * @param properties returns the value of a property, or null
 */
public record RepairSettings(UnaryOperator<String> properties) {
  /** The class to name in Solr 9's property {@code solr.httpclient.builder.factory}. */
  public static final String CLIENT_FACTORY = "io.streambench.strategy.StallFreeClientFactory";

  /** The counterpart of {@link #CLIENT_FACTORY} for Solr 10, in another jar. */
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

  private String text(String name, String defaultValue) {
    String text = properties.apply(name);
    return text == null ? defaultValue : text.strip();
  }

  /** Returns whether the repair's strategy is used; otherwise only windows are set. */
  boolean isOn() {
    String kind = text(KIND_PROPERTY, ON);
    if (!kind.equals(ON) && !kind.equals(OFF)) {
      throw invalid(KIND_PROPERTY, "be one of " + OFF + ", " + ON, kind);
    }
    return kind.equals(ON);
  }

  /** Returns a window in bytes, or {@code defaultValue} if the property is not set. */
  int window(String name, int defaultValue) {
    String text = text(name, "default");
    if (text.equals("default")) {
      return defaultValue;
    }
    long bytes = text.matches("\\d{5,10}") ? Long.parseLong(text) : 0;
    if (bytes < 65_535 || bytes > Integer.MAX_VALUE) {
      throw invalid(name, "be 'default' or a whole number of bytes from 65535 to 2147483647", text);
    }
    return (int) bytes;
  }

  /** Returns the budget for unread data; empty for a quarter of the JVM's direct memory. */
  OptionalLong budgetBytes() {
    String text = text(BUDGET_PROPERTY, null);
    if (text == null) {
      return OptionalLong.empty();
    }
    if (!isOn()) {
      throw invalid(BUDGET_PROPERTY, "be left out with flowControl=" + OFF, text);
    }
    if (!text.matches("[1-9]\\d{0,8}[kKmMgG]")) {
      throw invalid(BUDGET_PROPERTY, "be a size like 2g or 512m", text);
    }
    int last = text.length() - 1;
    int shift = 10 * (1 + "kmg".indexOf(Character.toLowerCase(text.charAt(last))));
    long bytes = Long.parseLong(text.substring(0, last)) << shift;
    long maxBytes = DirectMemory.limitBytes() / 3; // unread data can hold up to twice the budget
    if (bytes > maxBytes) {
      String rule = "be at most a third of the direct memory of this JVM, " + maxBytes + " bytes";
      throw invalid(BUDGET_PROPERTY, rule + " (-XX:MaxDirectMemorySize)", text);
    }
    return OptionalLong.of(bytes);
  }

  /**
   * Returns an exception whose message is one line with property, rule and value.
   *
   * @param rule the rule, worded to follow "must"
   */
  static IllegalArgumentException invalid(String property, String rule, String value) {
    String text = value.replaceAll("\\p{Cntrl}", "?");
    return new IllegalArgumentException(
        property + " must " + rule + ", got " + (text.isEmpty() ? "nothing" : "'" + text + "'"));
  }
}
