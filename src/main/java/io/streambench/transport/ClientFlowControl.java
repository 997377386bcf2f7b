package io.streambench.transport;

import io.streambench.config.FlowControlSettings;
import io.streambench.config.RecvWindow;
import io.streambench.flowcontrol.AdaptiveFlowControl;
import io.streambench.flowcontrol.BudgetFlowControl;
import io.streambench.flowcontrol.JvmBudget;
import io.streambench.flowcontrol.OnReceiptFlowControl;
import io.streambench.flowcontrol.ProportionalFlowControl;
import org.eclipse.jetty.http2.BufferingFlowControlStrategy;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.SimpleFlowControlStrategy;
import org.eclipse.jetty.http2.client.HTTP2Client;

/**
 * Puts windows and a flow-control strategy on an HTTP/2 client. Both take effect for connections
 * that it opens later, so that it may have been started.
 */
final class ClientFlowControl {
  private ClientFlowControl() {}

  /** Sets the windows, where the settings or the strategy name some. */
  static void setWindows(HTTP2Client http2, FlowControlSettings settings) {
    switch (settings.kind()) {
      case UNBOUNDED_SESSION -> http2.setInitialSessionRecvWindow(RecvWindow.MAX_BYTES);
      // What is credited on receipt bounds no memory, and must not bound what is on the way.
      case ADAPTIVE -> http2.setInitialSessionRecvWindow(AdaptiveFlowControl.SESSION_WINDOW);
      case BUDGET -> {
        http2.setInitialStreamRecvWindow(BudgetFlowControl.STREAM_WINDOW);
        http2.setInitialSessionRecvWindow(BudgetFlowControl.SESSION_WINDOW);
      }
      case BUFFERING, SIMPLE, ON_RECEIPT, PROPORTIONAL -> {}
    }
    settings.streamWindow().bytes().ifPresent(http2::setInitialStreamRecvWindow);
    settings.sessionWindow().bytes().ifPresent(http2::setInitialSessionRecvWindow);
  }

  /**
   * What makes the strategy that the settings ask for.
   *
   * @param present what the client has now
   */
  static FlowControlStrategy.Factory strategies(
      FlowControlSettings settings, FlowControlStrategy.Factory present) {
    return switch (settings.kind()) {
      case BUFFERING, UNBOUNDED_SESSION -> buffering(settings, present);
      case SIMPLE -> SimpleFlowControlStrategy::new;
      case ON_RECEIPT -> OnReceiptFlowControl::new;
      case PROPORTIONAL -> ProportionalFlowControl::new;
      case ADAPTIVE -> AdaptiveFlowControl::new;
      case BUDGET -> BudgetFlowControl.sharing(JvmBudget.get(settings.directMemoryBudgetBytes()));
    };
  }

  private static FlowControlStrategy.Factory buffering(
      FlowControlSettings settings, FlowControlStrategy.Factory present) {
    if (settings.bufferRatio().isEmpty()) {
      return present;
    }
    float ratio = (float) settings.bufferRatio().getAsDouble();
    return () -> new BufferingFlowControlStrategy(ratio);
  }
}
