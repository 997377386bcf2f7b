package io.streambench.config;

import io.streambench.strategy.FlowControlKind;
import io.streambench.strategy.RepairSettings;
import io.streambench.strategy.StrategySettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Reads, from a benchmark's parameters, the flow control that the HTTP/2 clients of the JVM apply
 * to the data they receive.
 */
public final class FlowControlSettings {
  public static final double JETTY_BUFFER_RATIO = 0.5;

  /** A strategy; the error names those that earlier versions had. */
  static final ValueType<FlowControlKind> KIND =
      new ValueType<>(
          "WORD",
          FlowControlKind.rule(""),
          ValueType.oneOf(FlowControlKind.class).range(),
          FlowControlSettings::kind);

  private FlowControlSettings() {}

  public static StrategySettings ofDefault() {
    return new StrategySettings(
        FlowControlKind.BUFFERING,
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalDouble.empty(),
        OptionalLong.empty());
  }

  static StrategySettings of(GivenParameters given) {
    String budget = given.properties().get(RepairSettings.BUDGET_PROPERTY);
    StrategySettings settings =
        new StrategySettings(
            given.get(BenchmarkParameters.FLOW_CONTROL),
            given.get(BenchmarkParameters.STREAM_WINDOW, RepairSettings.STREAM_WINDOW_PROPERTY),
            given.get(BenchmarkParameters.SESSION_WINDOW, RepairSettings.SESSION_WINDOW_PROPERTY),
            given.get(BenchmarkParameters.BUFFER_RATIO),
            budget == null
                ? OptionalLong.empty()
                : OptionalLong.of(Values.size(RepairSettings.BUDGET_PROPERTY, budget)));
    FlowControlKind kind = settings.kind();
    String leftOut = "be left out with flowControl=" + kind;
    if (settings.sessionWindow().isPresent() && !kind.takesSessionWindow()) {
      throw new SettingException(
          BenchmarkParameters.SESSION_WINDOW.name(), leftOut, settings.sessionWindow().getAsInt());
    }
    if (settings.bufferRatio().isPresent() && kind.keepsStreamsApart()) {
      throw new SettingException(
          BenchmarkParameters.BUFFER_RATIO.name(), leftOut, settings.bufferRatio().getAsDouble());
    }
    if (settings.directMemoryBudgetBytes().isPresent() && !kind.takesBudget()) {
      throw new SettingException(
          RepairSettings.BUDGET_PROPERTY,
          leftOut + ", which has no budget",
          settings.directMemoryBudgetBytes().getAsLong());
    }
    return settings;
  }

  private static Optional<FlowControlKind> kind(String text) {
    Optional<FlowControlKind> kind = FlowControlKind.named(text);
    SettingException.throwIf(
        kind.isEmpty(), FlowControlKind.NAME, FlowControlKind.rule(text), text);
    return kind;
  }

  static List<String> warnings(StrategySettings of) {
    List<String> warnings = new ArrayList<>();
    if (of.bufferRatio().orElse(0) == 1) {
      warnings.add(
          "bufferRatio 1 never gives credit back: the session stops when its window is used up");
    }
    if (!of.kind().keepsStreamsApart()
        && of.streamWindow().orElse(RecvWindow.JETTY_STREAM_BYTES)
            > of.sessionWindow().orElse(RecvWindow.JETTY_SESSION_BYTES)) {
      warnings.add(
          Text.of(
              "initialStreamRecvWindow %s is above initialSessionRecvWindow %s: one "
                  + "stream can use up the session window",
              shown(of.streamWindow()), shown(of.sessionWindow())));
    }
    if (of.streamWindow().orElse(RecvWindow.JETTY_STREAM_BYTES) <= RecvWindow.FLOODING_BYTES) {
      warnings.add(
          Text.of(
              "initialStreamRecvWindow %s is so small that nodes can close the connection"
                  + " (ENHANCE_YOUR_CALM) while many streams end: docs/flow-control.md#the-rule",
              shown(of.streamWindow())));
    }
    return warnings;
  }

  private static String shown(OptionalInt window) {
    return window.isPresent() ? Integer.toString(window.getAsInt()) : RecvWindow.DEFAULT;
  }
}
