package io.streambench.bench.transport;

import io.streambench.bench.settings.FlowControlSettings;
import io.streambench.flow.window.FlowControlKind;
import io.streambench.strategy.DefaultWindows;
import io.streambench.strategy.DirectMemory;
import io.streambench.strategy.JettyFlowControl;
import io.streambench.strategy.UnreadMemory;
import java.util.Optional;
import org.eclipse.jetty.http2.BufferingFlowControlStrategy;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.client.HTTP2Client;

/**
 * Applies {@link FlowControlSettings} to Jetty's HTTP/2 clients, and determines the kind of a
 * client's strategy.
 */
public final class ClientStrategies {
  private ClientStrategies() {}

  /** Returns the kind of a client's strategy; empty for an unknown strategy. */
  static Optional<FlowControlKind> kindOf(FlowControlStrategy strategy, int sessionWindow) {
    if (strategy instanceof JettyFlowControl jettyFlowControl) {
      return Optional.of(
          jettyFlowControl.isUnlimited()
              ? FlowControlKind.ON_RECEIPT
              : FlowControlKind.MEMORY_BOUND);
    }
    if (strategy.getClass() == BufferingFlowControlStrategy.class) {
      return Optional.of(
          sessionWindow == Integer.MAX_VALUE
              ? FlowControlKind.UNBOUNDED_SESSION
              : FlowControlKind.BUFFERING);
    }
    return Optional.empty();
  }

  /**
   * Sets the initial windows of all connections that the client opens later. The client may already
   * be running.
   */
  public static void setWindows(HTTP2Client http2, FlowControlSettings settings) {
    settings.kind().sessionWindow().ifPresent(http2::setInitialSessionRecvWindow);
    if (settings.kind() == FlowControlKind.MEMORY_BOUND) {
      DefaultWindows windows =
          DefaultWindows.of(http2.getInitialSessionRecvWindow(), DirectMemory.limitBytes());
      http2.setInitialStreamRecvWindow(windows.streamBytes());
      http2.setInitialSessionRecvWindow(windows.sessionBytes());
    }
    settings.streamWindow().ifPresent(http2::setInitialStreamRecvWindow);
    settings.sessionWindow().ifPresent(http2::setInitialSessionRecvWindow);
  }

  /** Returns the factory that creates a strategy for each of the client's connections. */
  public static FlowControlStrategy.Factory of(HTTP2Client http2, FlowControlSettings settings) {
    if (settings.kind().isolatesStreams()) {
      UnreadMemory memory =
          settings.kind() == FlowControlKind.ON_RECEIPT
              ? UnreadMemory.UNLIMITED
              : UnreadMemory.ofJvm(settings.directMemoryBudgetBytes());
      return () -> new JettyFlowControl(memory, http2);
    }
    if (settings.bufferRatio().isEmpty()) {
      return http2.getFlowControlStrategyFactory();
    }
    float ratio = (float) settings.bufferRatio().getAsDouble();
    return () -> new BufferingFlowControlStrategy(ratio);
  }
}
