package io.streambench.trial;

import io.streambench.bench.settings.FlowControlSettings;
import io.streambench.bench.transport.ClientStrategies;
import io.streambench.flow.window.FlowControlKind;
import io.streambench.trial.jetty.TrialJetty;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A client setting that a trial compares. */
enum ClientSetting {
  STOCK(FlowControlKind.BUFFERING, OptionalInt.empty()),
  UNBOUNDED_SESSION(FlowControlKind.UNBOUNDED_SESSION, OptionalInt.empty()),
  ON_RECEIPT(FlowControlKind.ON_RECEIPT, OptionalInt.empty()),
  ON_RECEIPT_1_MIB(FlowControlKind.ON_RECEIPT, OptionalInt.of(1 << 20)),
  MEMORY_BOUND(FlowControlKind.MEMORY_BOUND, OptionalInt.empty()),
  HTTP1(null, OptionalInt.empty());

  private final FlowControlKind kind;
  private final OptionalInt streamWindow;

  ClientSetting(FlowControlKind kind, OptionalInt streamWindow) {
    this.kind = kind;
    this.streamWindow = streamWindow;
  }

  TrialJetty.TrialClient connect(TrialJetty jetty) throws Exception {
    if (kind == null) {
      return jetty.connect(null);
    }
    if (this == STOCK) {
      return jetty.connect(http2 -> {});
    }
    FlowControlSettings settings =
        new FlowControlSettings(
            kind, streamWindow, OptionalInt.empty(), OptionalDouble.empty(), OptionalLong.empty());
    return jetty.connect(
        http2 -> {
          ClientStrategies.setWindows(http2, settings);
          http2.setFlowControlStrategyFactory(ClientStrategies.of(http2, settings));
        });
  }
}
