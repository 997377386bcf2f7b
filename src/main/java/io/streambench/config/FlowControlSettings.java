package io.streambench.config;

import io.streambench.strategy.FlowControlKind;
import io.streambench.strategy.RepairSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The flow control that the HTTP/2 clients of the JVM apply to the data they receive.
 *
 * @param kind strategy, which decides when credit is given back
 * @param streamWindow initial stream receive window
 * @param sessionWindow initial session receive window
 * @param bufferRatio the part of a window that is consumed before Jetty's own strategy gives credit
 *     back; empty for the client's own
 * @param directMemoryBudgetBytes the most that unread data may count as in the direct memory of the
 *     JVM; empty for a quarter
 */
public record FlowControlSettings(
    FlowControlKind kind,
    RecvWindow streamWindow,
    RecvWindow sessionWindow,
    OptionalDouble bufferRatio,
    OptionalLong directMemoryBudgetBytes) {
  /** The buffer ratio that Jetty takes if nobody says otherwise. */
  public static final double JETTY_BUFFER_RATIO = 0.5;

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
    if (!kind.takesSessionWindow()) {
      leftOut(sessionWindow, SESSION_WINDOW, RepairSettings.SESSION_WINDOW_PROPERTY, kind);
    }
    if (bufferRatio.isPresent() && kind.keepsStreamsApart()) {
      throw new SettingException(
          BUFFER_RATIO, "be left out with flowControl=" + kind, bufferRatio.getAsDouble());
    }
    if (directMemoryBudgetBytes.isPresent() && !kind.takesBudget()) {
      throw new SettingException(
          RepairSettings.BUDGET_PROPERTY,
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
        kind(given.textOr(FlowControlKind.NAME, FlowControlKind.BUFFERING.toString())),
        window(given, STREAM_WINDOW, RepairSettings.STREAM_WINDOW_PROPERTY, properties),
        window(given, SESSION_WINDOW, RepairSettings.SESSION_WINDOW_PROPERTY, properties),
        ratio(given.textOr(BUFFER_RATIO, RecvWindow.DEFAULT)),
        budget(properties.get(RepairSettings.BUDGET_PROPERTY)));
  }

  private static FlowControlKind kind(String text) {
    return FlowControlKind.named(text)
        .orElseThrow(
            () -> new SettingException(FlowControlKind.NAME, FlowControlKind.rule(text), text));
  }

  /** The buffer ratio of Jetty's own strategy with these settings. */
  public double ratioInEffect() {
    return bufferRatio.orElse(JETTY_BUFFER_RATIO);
  }

  /** The oddities that are allowed, a line each. */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (bufferRatio.orElse(0) == 1) {
      warnings.add(
          "bufferRatio 1 never gives credit back: the session stops when its "
              + "window is used up");
    }
    if (!kind.keepsStreamsApart()
        && streamWindow.bytes().orElse(RecvWindow.JETTY_STREAM_BYTES)
            > sessionWindow.bytes().orElse(RecvWindow.JETTY_SESSION_BYTES)) {
      warnings.add(
          Text.of(
              "initialStreamRecvWindow %s is above initialSessionRecvWindow %s: one "
                  + "stream can use up the session window",
              streamWindow, sessionWindow));
    }
    return warnings;
  }

  private static OptionalLong budget(String text) {
    return text == null
        ? OptionalLong.empty()
        : OptionalLong.of(Values.size(RepairSettings.BUDGET_PROPERTY, text));
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
