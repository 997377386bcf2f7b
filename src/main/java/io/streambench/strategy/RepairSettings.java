package io.streambench.strategy;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The system properties that configure the repair on a client or node outside a benchmark. */
public final class RepairSettings {
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

  private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,8})([kKmMgG])");

  private RepairSettings() {}

  /**
   * Reads the settings.
   *
   * @param properties returns the value of a property, or null
   * @throws BadPropertyException for the first property that breaks its rule
   */
  static StrategySettings of(UnaryOperator<String> properties) {
    FlowControlKind kind = kind(properties.apply(KIND_PROPERTY));
    String budget = properties.apply(BUDGET_PROPERTY);
    OptionalLong bytes = budget == null ? OptionalLong.empty() : OptionalLong.of(size(budget));
    if (!kind.takesBudget()) {
      leftOut(BUDGET_PROPERTY, budget, kind);
    }
    OptionalInt session = window(SESSION_WINDOW_PROPERTY, properties);
    if (!kind.takesSessionWindow() && session.isPresent()) {
      leftOut(SESSION_WINDOW_PROPERTY, properties.apply(SESSION_WINDOW_PROPERTY), kind);
    }
    return new StrategySettings(
        kind, window(STREAM_WINDOW_PROPERTY, properties), session, OptionalDouble.empty(), bytes);
  }

  private static FlowControlKind kind(String text) {
    return text == null
        ? FlowControlKind.MEMORY_BOUND
        : FlowControlKind.named(text)
            .orElseThrow(
                () -> new BadPropertyException(KIND_PROPERTY, FlowControlKind.rule(text), text));
  }

  private static OptionalInt window(String name, UnaryOperator<String> properties) {
    String text = properties.apply(name);
    if (text == null || text.strip().equals("default")) {
      return OptionalInt.empty();
    }
    try {
      int bytes = Integer.parseInt(text.strip());
      if (bytes >= SessionWindows.SMALLEST_WINDOW) {
        return OptionalInt.of(bytes);
      }
    } catch (NumberFormatException e) {
      // handled like a number that is too small
    }
    throw new BadPropertyException(
        name, "be 'default' or a whole number of bytes from 65535 to 2147483647", text);
  }

  private static long size(String text) {
    Matcher size = SIZE.matcher(text.strip());
    if (!size.matches()) {
      throw new BadPropertyException(BUDGET_PROPERTY, "be a size like 2g or 512m", text);
    }
    int shift = 10 * (1 + "kmg".indexOf(Character.toLowerCase(size.group(2).charAt(0))));
    long bytes = Long.parseLong(size.group(1)) << shift;
    long most = DirectMemory.limitBytes() / 3; // unread data can hold up to twice the budget
    if (bytes > most) {
      throw new BadPropertyException(
          BUDGET_PROPERTY,
          "be at most a third of the direct memory of this JVM, "
              + most
              + " bytes (-XX:MaxDirectMemorySize)",
          text);
    }
    return bytes;
  }

  private static void leftOut(String name, String text, FlowControlKind kind) {
    if (text != null) {
      throw new BadPropertyException(name, "be left out with flowControl=" + kind, text);
    }
  }
}
