package io.streambench.strategy;

import org.eclipse.jetty.http2.AbstractFlowControlStrategy;
import org.eclipse.jetty.http2.ISession;

/**
 * The part that all strategies of this package share: the initial window, and cancelled streams.
 */
abstract class OwnFlowControl extends AbstractFlowControlStrategy {
  final CancelledData cancelled = new CancelledData();
  private volatile int initialStreamWindow = DEFAULT_WINDOW_SIZE;

  OwnFlowControl() {
    super(DEFAULT_WINDOW_SIZE);
  }

  /** Read by other threads than those that set it, which Jetty's own field is not made for. */
  @Override
  public void updateInitialStreamWindow(ISession session, int window, boolean local) {
    if (local) {
      initialStreamWindow = window;
    }
    super.updateInitialStreamWindow(session, window, local);
  }

  /** The window that streams begin with, in bytes. */
  final int initialStreamWindow() {
    return initialStreamWindow;
  }
}
