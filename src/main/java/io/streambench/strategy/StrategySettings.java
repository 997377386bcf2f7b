package io.streambench.strategy;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
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

  /**
   * Sets the windows that these settings or their strategy name, for connections that the client
   * opens later, so that it may have been started.
   */
  public void setWindows(HTTP2Client http2) {
    kind.setWindows(http2, this);
    streamWindow.ifPresent(http2::setInitialStreamRecvWindow);
    sessionWindow.ifPresent(http2::setInitialSessionRecvWindow);
  }

  /**
   * The factory that makes the strategies, one for each connection.
   *
   * @param present what makes those of the client now
   */
  public FlowControlStrategy.Factory strategies(FlowControlStrategy.Factory present) {
    return kind.strategies(this, present);
  }
}
