package io.streambench.config;

import io.streambench.strategy.FlowControlKind;
import io.streambench.strategy.RepairSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The flow control that the HTTP/2 clients of the JVM apply to the data they receive.
 *
 * @param kind strategy, which decides when credit is given back
 * @param streamWindow initial stream receive window; empty for Jetty's own
 * @param sessionWindow initial session receive window; empty for Jetty's own
 * @param bufferRatio the part of a window that is consumed before Jetty's own strategy gives credit
 *     back; empty for the client's own
 * @param directMemoryBudgetBytes the most that unread data may count as in the direct memory of the
 *     JVM; empty for a quarter
 */
public record FlowControlSettings(
    FlowControlKind kind,
    OptionalInt streamWindow,
    OptionalInt sessionWindow,
    OptionalDouble bufferRatio,
    OptionalLong directMemoryBudgetBytes) {
  public static final double JETTY_BUFFER_RATIO = 0.5;

  private static final String STREAM_WINDOW = "initialStreamRecvWindow";
  private static final String SESSION_WINDOW = "initialSessionRecvWindow";
  private static final String BUFFER_RATIO = "bufferRatio";

  public FlowControlSettings {
    if (sessionWindow.isPresent() && !kind.takesSessionWindow()) {
      throw new SettingException(
          SESSION_WINDOW, "be left out with flowControl=" + kind, sessionWindow.getAsInt());
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

  public static FlowControlSettings ofDefault() {
    return new FlowControlSettings(
        FlowControlKind.BUFFERING,
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalDouble.empty(),
        OptionalLong.empty());
  }

  static FlowControlSettings of(GivenParameters given) {
    String budget = given.properties().get(RepairSettings.BUDGET_PROPERTY);
    return new FlowControlSettings(
        kind(given.values().getOrDefault(FlowControlKind.NAME, "" + FlowControlKind.BUFFERING)),
        RecvWindow.of(given, STREAM_WINDOW, RepairSettings.STREAM_WINDOW_PROPERTY),
        RecvWindow.of(given, SESSION_WINDOW, RepairSettings.SESSION_WINDOW_PROPERTY),
        given
            .unless(RecvWindow.DEFAULT, BUFFER_RATIO)
            .map(text -> OptionalDouble.of(Values.bufferRatio(BUFFER_RATIO, text)))
            .orElse(OptionalDouble.empty()),
        budget == null
            ? OptionalLong.empty()
            : OptionalLong.of(Values.size(RepairSettings.BUDGET_PROPERTY, budget)));
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

  List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (bufferRatio.orElse(0) == 1) {
      warnings.add(
          "bufferRatio 1 never gives credit back: the session stops when its window is used up");
    }
    if (!kind.keepsStreamsApart()
        && streamWindow.orElse(RecvWindow.JETTY_STREAM_BYTES)
            > sessionWindow.orElse(RecvWindow.JETTY_SESSION_BYTES)) {
      warnings.add(
          Text.of(
              "initialStreamRecvWindow %s is above initialSessionRecvWindow %s: one "
                  + "stream can use up the session window",
              shown(streamWindow), shown(sessionWindow)));
    }
    return warnings;
  }

  private static String shown(OptionalInt window) {
    return window.isPresent() ? Integer.toString(window.getAsInt()) : RecvWindow.DEFAULT;
  }
}
