package io.streambench.bench.settings;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.base.ValueType;
import io.streambench.base.Values;
import io.streambench.flow.window.FlowControlKind;
import io.streambench.flow.window.ReceiveWindow;
import io.streambench.strategy.RepairSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The receive-side flow control of all HTTP/2 clients in a benchmark's JVM. An empty value stands
 * for the default of the strategy.
 *
 * @param directMemoryBudgetBytes budget for unread data; empty for a quarter of the JVM's direct
 *     memory
 */
public record FlowControlSettings(
    FlowControlKind kind,
    OptionalInt streamWindow,
    OptionalInt sessionWindow,
    OptionalDouble bufferRatio,
    OptionalLong directMemoryBudgetBytes) {
  private static final ValueType<FlowControlKind> NAMES =
      ValueType.enumConstant(FlowControlKind.class);

  /**
   * The type of strategy names. For a retired name, the error message states that the name is
   * retired.
   */
  static final ValueType<FlowControlKind> KIND_TYPE =
      new ValueType<>(
          "WORD",
          FlowControlKind.describeAllowedNames(""),
          NAMES.range(),
          NAMES.words(),
          FlowControlSettings::parseKind);

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
    FlowControlSettings settings =
        new FlowControlSettings(
            given.get(BenchmarkParameters.FLOW_CONTROL),
            given.getOrProperty(
                BenchmarkParameters.STREAM_WINDOW, RepairSettings.STREAM_WINDOW_PROPERTY),
            given.getOrProperty(
                BenchmarkParameters.SESSION_WINDOW, RepairSettings.SESSION_WINDOW_PROPERTY),
            given.get(BenchmarkParameters.BUFFER_RATIO),
            budget == null
                ? OptionalLong.empty()
                : OptionalLong.of(Values.sizeInBytes(RepairSettings.BUDGET_PROPERTY, budget)));
    FlowControlKind kind = settings.kind();
    String leftOut = "be left out with flowControl=" + kind;
    if (settings.sessionWindow().isPresent() && !kind.supportsSessionWindow()) {
      throw new SettingException(
          BenchmarkParameters.SESSION_WINDOW.name(), leftOut, settings.sessionWindow().getAsInt());
    }
    if (settings.bufferRatio().isPresent() && kind.isolatesStreams()) {
      throw new SettingException(
          BenchmarkParameters.BUFFER_RATIO.name(), leftOut, settings.bufferRatio().getAsDouble());
    }
    if (settings.directMemoryBudgetBytes().isPresent() && !kind.supportsMemoryBudget()) {
      throw new SettingException(
          RepairSettings.BUDGET_PROPERTY,
          leftOut + ", which has no budget",
          settings.directMemoryBudgetBytes().getAsLong());
    }
    return settings;
  }

  private static Optional<FlowControlKind> parseKind(String text) {
    Optional<FlowControlKind> kind = FlowControlKind.ofName(text);
    if (kind.isEmpty()) {
      throw new SettingException(
          FlowControlKind.PARAMETER_NAME,
          FlowControlKind.describeAllowedNames(text),
          text,
          NAMES.words());
    }
    return kind;
  }

  static List<String> warnings(FlowControlSettings settings) {
    List<String> warnings = new ArrayList<>();
    if (settings.bufferRatio().orElse(0) == 1) {
      warnings.add(
          "bufferRatio 1 never gives credit back: the session stops when its window is used up");
    }
    if (!settings.kind().isolatesStreams()
        && settings.streamWindow().orElse(ReceiveWindow.JETTY_STREAM_BYTES)
            > settings.sessionWindow().orElse(ReceiveWindow.JETTY_SESSION_BYTES)) {
      warnings.add(
          TextFormat.of(
              "initialStreamRecvWindow %s is above initialSessionRecvWindow %s: one "
                  + "stream can use up the session window",
              describeWindow(settings.streamWindow()), describeWindow(settings.sessionWindow())));
    }
    if (settings.streamWindow().orElse(ReceiveWindow.JETTY_STREAM_BYTES)
        <= ReceiveWindow.FLOOD_RISK_BYTES) {
      warnings.add(
          TextFormat.of(
              "initialStreamRecvWindow %s is so small that nodes can close the connection"
                  + " (ENHANCE_YOUR_CALM) while many streams end: docs/flow-control.md#the-rule",
              describeWindow(settings.streamWindow())));
    }
    return warnings;
  }

  private static String describeWindow(OptionalInt window) {
    return window.isPresent() ? Integer.toString(window.getAsInt()) : ReceiveWindow.DEFAULT;
  }
}
