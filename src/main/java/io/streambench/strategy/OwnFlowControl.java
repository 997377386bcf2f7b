package io.streambench.strategy;

import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.http2.AbstractFlowControlStrategy;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;

/**
 * The part that all strategies of this package share, and the only one that Jetty calls: the
 * initial window, cancelled streams, and a count of what lies unread. Those that extend it are the
 * same for each version of Jetty; this one is Jetty 10's.
 */
abstract class OwnFlowControl extends AbstractFlowControlStrategy {
  private final CancelledData cancelled = new CancelledData();
  private final LongAdder unread = new LongAdder();
  private volatile int initialStreamWindow = DEFAULT_WINDOW_SIZE;

  OwnFlowControl() {
    super(DEFAULT_WINDOW_SIZE);
  }

  @Override
  public final void onStreamCreated(IStream stream) {
    super.onStreamCreated(stream);
    created(stream);
  }

  /** A stream has been opened, with its initial windows. */
  abstract void created(IStream stream);

  @Override
  public final void onStreamDestroyed(IStream stream) {
    destroyed(stream);
    cancelled.destroyed(stream);
    super.onStreamDestroyed(stream);
  }

  /** A stream is over; what lies unread of it may still be consumed. */
  abstract void destroyed(IStream stream);

  /** Read by other threads than those that set it, which Jetty's own field is not made for. */
  @Override
  public final void updateInitialStreamWindow(ISession session, int window, boolean local) {
    if (local) {
      initialStreamWindow = window;
    }
    super.updateInitialStreamWindow(session, window, local);
  }

  @Override
  public final void onDataReceived(ISession session, IStream stream, int length) {
    cancelled.receives(stream);
    received(session, stream, length);
  }

  /**
   * DATA has arrived. Whoever overrides this is to call {@link #arrives} or what does.
   *
   * @param stream null if it is none that is open
   */
  abstract void received(ISession session, IStream stream, int length);

  /** Takes what has arrived off the windows. */
  final void arrives(ISession session, IStream stream, int length) {
    unread.add(length);
    super.onDataReceived(session, stream, length);
  }

  @Override
  public final void onDataConsumed(ISession session, IStream stream, int length) {
    consumed(session, stream, length);
  }

  /**
   * The application has consumed, or Jetty has dropped.
   *
   * @param stream null if it is not known any more
   */
  abstract void consumed(ISession session, IStream stream, int length);

  @Override
  public final void onDataSending(IStream stream, int length) {
    super.onDataSending(stream, length);
    sending(stream);
  }

  /** The first moment after a request's HEADERS; one without content never comes here. */
  void sending(IStream stream) {}

  @Override
  public final void windowUpdate(ISession session, IStream stream, WindowUpdateFrame frame) {
    super.windowUpdate(session, stream, frame);
    if (frame.getStreamId() == 0) {
      sessionCreditSent(session);
    }
  }

  /** Credit for the session goes out, which its window has already. */
  void sessionCreditSent(ISession session) {}

  /** Takes off the unread bytes what the application has consumed, or Jetty has dropped. */
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
