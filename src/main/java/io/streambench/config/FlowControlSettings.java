package io.streambench.config;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * How the HTTP/2 clients of the JVM let others send to them.
 *
 * @param kind when credit is given back
 * @param streamWindow initial stream receive window
 * @param sessionWindow initial session receive window
 * @param bufferRatio the part of a window that Jetty's own strategy lets be consumed before it
 *     gives credit back; empty for the client's own
 * @param directMemoryBudgetBytes what {@code budget} may take of the direct memory of the JVM;
 *     empty for a quarter
 */
public record FlowControlSettings(
    FlowControlKind kind,
    RecvWindow streamWindow,
    RecvWindow sessionWindow,
    OptionalDouble bufferRatio,
    OptionalLong directMemoryBudgetBytes) {
  /** The property that names a stream window for every HTTP/2 Solr client of the JVM. */
  public static final String STREAM_WINDOW_PROPERTY = "solr.http2.initialStreamRecvWindow";

  /** The property that names a session window for every HTTP/2 Solr client of the JVM. */
  public static final String SESSION_WINDOW_PROPERTY = "solr.http2.initialSessionRecvWindow";

  /** The buffer ratio that Jetty takes if nobody says otherwise. */
  public static final double JETTY_BUFFER_RATIO = 0.5;

  /** The property that names a strategy for every HTTP/2 Solr client of a JVM. */
  public static final String KIND_PROPERTY = "streambench.flowControl";

  /** The property that names a budget of direct memory for unread data, as 128m. */
  public static final String BUDGET_PROPERTY = "streambench.directMemoryBudget";

  private static final String STREAM_WINDOW = "initialStreamRecvWindow";
  private static final String SESSION_WINDOW = "initialSessionRecvWindow";
  private static final String BUFFER_RATIO = "bufferRatio";

  /** Jetty's strategy with these windows. */
  public FlowControlSettings(RecvWindow streamWindow, RecvWindow sessionWindow) {
    this(
        FlowControlKind.BUFFERING,
        streamWindow,
        sessionWindow,
        OptionalDouble.empty(),
        OptionalLong.empty());
  }

  public FlowControlSettings {
    boolean ownWindow =
        kind == FlowControlKind.UNBOUNDED_SESSION || kind == FlowControlKind.PROPORTIONAL;
    if (ownWindow) {
      leftOut(sessionWindow, SESSION_WINDOW, SESSION_WINDOW_PROPERTY, kind);
    }
    if (bufferRatio.isPresent() && !kind.buffers()) {
      throw new SettingException(
          BUFFER_RATIO, "be left out with flowControl=" + kind, bufferRatio.getAsDouble());
    }
    if (kind == FlowControlKind.BUDGET) {
      leftOut(streamWindow, STREAM_WINDOW, STREAM_WINDOW_PROPERTY, kind);
      leftOut(sessionWindow, SESSION_WINDOW, SESSION_WINDOW_PROPERTY, kind);
    } else if (directMemoryBudgetBytes.isPresent()) {
      throw new SettingException(
          BUDGET_PROPERTY,
          "be left out with flowControl=" + kind + ", which has no budget",
          directMemoryBudgetBytes.getAsLong());
    }
  }

  private static void leftOut(
      RecvWindow window, String parameter, String property, FlowControlKind kind) {
    if (window.bytes().isPresent()) {
      throw new SettingException(
          window.origin() == RecvWindow.Origin.PROPERTY ? property : parameter,
          "be left out with flowControl=" + kind,
          window);
    }
  }

  /** All that Jetty and Solr would have. */
  public static FlowControlSettings ofDefault() {
    return new FlowControlSettings(RecvWindow.ofDefault(), RecvWindow.ofDefault());
  }

  static FlowControlSettings of(GivenParameters given, Map<String, String> properties) {
    return new FlowControlSettings(
        FlowControlKind.parse(
            FlowControlKind.NAME,
            given.textOr(FlowControlKind.NAME, FlowControlKind.BUFFERING.toString())),
        window(given, STREAM_WINDOW, STREAM_WINDOW_PROPERTY, properties),
        window(given, SESSION_WINDOW, SESSION_WINDOW_PROPERTY, properties),
        ratio(given.textOr(BUFFER_RATIO, RecvWindow.DEFAULT)),
        budget(properties.get(BUDGET_PROPERTY)));
  }

  /**
   * The budget that a property gives.
   *
   * @param text of the property, or null
   */
  static OptionalLong budget(String text) {
    return text == null
        ? OptionalLong.empty()
        : OptionalLong.of(Values.size(BUDGET_PROPERTY, text));
  }

  private static RecvWindow window(
      GivenParameters given, String name, String property, Map<String, String> properties) {
    return RecvWindow.of(
        name, given.textOr(name, RecvWindow.DEFAULT), property, properties.get(property));
  }

  private static OptionalDouble ratio(String text) {
    return text.strip().equals(RecvWindow.DEFAULT)
        ? OptionalDouble.empty()
        : OptionalDouble.of(Values.bufferRatio(BUFFER_RATIO, text));
  }
}
