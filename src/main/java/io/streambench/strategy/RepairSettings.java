package io.streambench.strategy;

import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/**
 * The system properties that configure the stall repair. Methods throw an {@link
 * IllegalArgumentException} with a one-line message for an invalid value.
 *
 * @param properties returns the value of a property, or null
 */
public record RepairSettings(UnaryOperator<String> properties) {
  /** The value of Solr 9's {@code solr.httpclient.builder.factory} that enables the repair. */
  public static final String CLIENT_FACTORY_CLASS =
      "io.streambench.strategy.StallFreeClientFactory";

  /** The value of Solr 10's {@code solr.solrj.http.jetty.customizer} that enables the repair. */
  public static final String CUSTOMIZER_CLASS = "io.streambench.strategy.StallFreeCustomizer";

  /** The property that selects the flow-control strategy of Solr's HTTP/2 clients. */
  public static final String FLOW_CONTROL_PROPERTY = "streambench.flowControl";

  /** The property that limits the direct memory for unread data, such as {@code 128m}. */
  public static final String BUDGET_PROPERTY = "streambench.directMemoryBudget";

  /** The property for the stream window of Solr's HTTP/2 clients, in bytes. */
  public static final String STREAM_WINDOW_PROPERTY = "solr.http2.initialStreamRecvWindow";

  /** The property for the session window of Solr's HTTP/2 clients, in bytes. */
  public static final String SESSION_WINDOW_PROPERTY = "solr.http2.initialSessionRecvWindow";

  static final String MEMORY_BOUND = "memory-bound";
  static final String BUFFERING = "buffering";

  private String text(String name, String defaultValue) {
    String text = properties.apply(name);
    return text == null ? defaultValue : text.strip();
  }

  /** Returns whether clients use the repair's strategy. Otherwise, only their windows are set. */
  boolean usesRepairStrategy() {
    String kind = text(FLOW_CONTROL_PROPERTY, MEMORY_BOUND);
    if (!kind.equals(MEMORY_BOUND) && !kind.equals(BUFFERING)) {
      throw invalidPropertyException(
          FLOW_CONTROL_PROPERTY, "be one of " + BUFFERING + ", " + MEMORY_BOUND, kind);
    }
    return kind.equals(MEMORY_BOUND);
  }

  /** Returns a window in bytes, or {@code defaultValue} if the property is not set. */
  int windowBytes(String name, int defaultValue) {
    String text = text(name, "default");
    if (text.equals("default")) {
      return defaultValue;
    }
    long bytes = text.matches("\\d{5,10}") ? Long.parseLong(text) : 0;
    if (bytes < 65_535 || bytes > Integer.MAX_VALUE) {
      throw invalidPropertyException(
          name, "be 'default' or a whole number of bytes from 65535 to 2147483647", text);
    }
    return (int) bytes;
  }

  /** Returns the budget for unread data in bytes; empty for the default budget. */
  OptionalLong budgetBytes() {
    String text = text(BUDGET_PROPERTY, null);
    if (text == null) {
      return OptionalLong.empty();
    }
    if (!usesRepairStrategy()) {
      throw invalidPropertyException(
          BUDGET_PROPERTY, "be left out with flowControl=" + BUFFERING, text);
    }
    if (!text.matches("[1-9]\\d{0,8}[kKmMgG]")) {
      throw invalidPropertyException(BUDGET_PROPERTY, "be a size like 2g or 512m", text);
    }
    int last = text.length() - 1;
    int shift = 10 * (1 + "kmg".indexOf(Character.toLowerCase(text.charAt(last))));
    long bytes = Long.parseLong(text.substring(0, last)) << shift;
    long maxBytes = DirectMemory.limitBytes() / 3; // unread data can hold up to twice the budget
    if (bytes > maxBytes) {
      String rule = "be at most a third of the direct memory of this JVM, " + maxBytes + " bytes";
      throw invalidPropertyException(BUDGET_PROPERTY, rule + " (-XX:MaxDirectMemorySize)", text);
    }
    return OptionalLong.of(bytes);
  }

  /**
   * Returns an exception whose one-line message contains the property, the rule and the value.
   *
   * @param rule the rule, worded to follow "must"
   */
  static IllegalArgumentException invalidPropertyException(
      String property, String rule, String value) {
    String text = value.replaceAll("\\p{Cntrl}", "?");
    return new IllegalArgumentException(
        property + " must " + rule + ", got " + (text.isEmpty() ? "nothing" : "'" + text + "'"));
  }
}
