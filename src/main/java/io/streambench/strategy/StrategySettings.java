package io.streambench.strategy;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.eclipse.jetty.http2.BufferingFlowControlStrategy;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.client.HTTP2Client;

/**
 * Flow-control settings of HTTP/2 clients. They are not validated here, because names and rules
 * differ between a benchmark's parameters and a node's properties.
 *
 * @param streamWindow initial stream receive window in bytes; empty for the strategy's default
 * @param sessionWindow initial session receive window in bytes; empty for the strategy's default
 * @param bufferRatio fraction of a window that must be consumed before Jetty's own strategy gives
 *     credit; empty for the client's default
 * @param directMemoryBudgetBytes budget for unread data; empty for a quarter of the JVM's direct
 *     memory
 */
public record StrategySettings(
    FlowControlKind kind,
    OptionalInt streamWindow,
    OptionalInt sessionWindow,
    OptionalDouble bufferRatio,
    OptionalLong directMemoryBudgetBytes) {

  /** Returns the kind of a client's strategy; empty if it is none of these. */
  public static Optional<FlowControlKind> kindOf(FlowControlStrategy strategy, int sessionWindow) {
    if (strategy instanceof JettyFlowControl ours) {
      return Optional.of(
          ours.isUnlimited() ? FlowControlKind.ON_RECEIPT : FlowControlKind.MEMORY_BOUND);
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
   * Sets the initial windows for connections that the client opens from now on. The client may
   * already be running.
   */
  public void setWindows(HTTP2Client http2) {
    kind.sessionWindow().ifPresent(http2::setInitialSessionRecvWindow);
    if (kind == FlowControlKind.MEMORY_BOUND) {
      http2.setInitialStreamRecvWindow(UnreadMemory.STREAM_WINDOW);
    }
    streamWindow.ifPresent(http2::setInitialStreamRecvWindow);
    sessionWindow.ifPresent(http2::setInitialSessionRecvWindow);
  }

  /** Returns the factory of the client's strategies, one for each connection. */
  public FlowControlStrategy.Factory strategies(HTTP2Client http2) {
    if (kind.keepsStreamsApart()) {
      UnreadMemory memory =
          kind == FlowControlKind.ON_RECEIPT
              ? UnreadMemory.UNLIMITED
              : UnreadMemory.ofJvm(directMemoryBudgetBytes);
      return () -> new JettyFlowControl(memory, http2);
    }
    if (bufferRatio.isEmpty()) {
      return http2.getFlowControlStrategyFactory();
    }
    float ratio = (float) bufferRatio.getAsDouble();
    return () -> new BufferingFlowControlStrategy(ratio);
  }
}
