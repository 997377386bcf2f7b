package io.streambench.strategy;

import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.http2.AbstractFlowControlStrategy;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;

/**
 * The part that all strategies of this package share: the initial window, cancelled streams, and a
 * count of what lies unread.
 */
abstract class OwnFlowControl extends AbstractFlowControlStrategy {
  final CancelledData cancelled = new CancelledData();
  private final LongAdder unread = new LongAdder();
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

  @Override
  public void onDataReceived(ISession session, IStream stream, int length) {
    unread.add(length);
    super.onDataReceived(session, stream, length);
  }

  /** To be called for all that the application has consumed, or Jetty has dropped. */
  final void leaves(int length) {
    unread.add(-length);
  }

  /** Unread bytes on all streams. */
  final long unreadBytes() {
    return unread.sum();
  }

  /** The window that streams begin with, in bytes. */
  final int initialStreamWindow() {
    return initialStreamWindow;
  }
}
