package io.streambench.strategy;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.eclipse.jetty.http2.BufferingFlowControlStrategy;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.client.HTTP2Client;

/**
 * The settings by which HTTP/2 clients let others send to them. Whoever reads them checks them:
 * names and rules differ between a benchmark's parameters and a node's properties.
 *
 * @param streamWindow initial stream receive window in bytes; empty for the strategy's
 * @param sessionWindow initial session receive window in bytes; empty for the strategy's
 * @param bufferRatio the part of a window that Jetty's own strategy lets be consumed before it
 *     gives credit back; empty for the client's own
 * @param directMemoryBudgetBytes what the budget may take of the JVM's direct memory; empty for a
 *     quarter
 */
public record StrategySettings(
    FlowControlKind kind,
    OptionalInt streamWindow,
    OptionalInt sessionWindow,
    OptionalDouble bufferRatio,
    OptionalLong directMemoryBudgetBytes) {

  /** The kind that a strategy of a client is of; empty for somebody else's. */
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
   * Sets the windows that these settings or their strategy name, for connections that the client
   * opens later, so that it may have been started.
   */
  public void setWindows(HTTP2Client http2) {
    kind.sessionWindow().ifPresent(http2::setInitialSessionRecvWindow);
    if (kind == FlowControlKind.MEMORY_BOUND) {
      http2.setInitialStreamRecvWindow(UnreadMemory.STREAM_WINDOW);
    }
    streamWindow.ifPresent(http2::setInitialStreamRecvWindow);
    sessionWindow.ifPresent(http2::setInitialSessionRecvWindow);
  }

  /** The factory that makes the strategies of a client, one for each connection. */
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
