package io.streambench.strategy;

import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.http2.AbstractFlowControlStrategy;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;

/**
 * The part that all strategies of this package share, and the only one that Jetty calls: the
 * initial window, and a count of what lies unread. Those that extend it are the same for each
 * version of Jetty; this one is Jetty 12's, which gives back the credit of cancelled streams by
 * itself (jetty.project #10655).
 */
abstract class OwnFlowControl extends AbstractFlowControlStrategy {
  private final LongAdder unread = new LongAdder();
  private volatile int initialStreamWindow = DEFAULT_WINDOW_SIZE;

  OwnFlowControl() {
    super(DEFAULT_WINDOW_SIZE);
  }

  @Override
  public final void onStreamCreated(Stream stream) {
    super.onStreamCreated(stream);
    created((HTTP2Stream) stream);
  }

  /** A stream has been opened, with its initial windows. */
  abstract void created(HTTP2Stream stream);

  @Override
  public final void onStreamDestroyed(Stream stream) {
    destroyed((HTTP2Stream) stream);
    super.onStreamDestroyed(stream);
  }

  /** A stream is over, which may be told twice; what lies unread of it may still be consumed. */
  abstract void destroyed(HTTP2Stream stream);

  /** Read by other threads than those that set it, which Jetty's own field is not made for. */
  @Override
  public final void updateInitialStreamWindow(Session session, int window, boolean local) {
    if (local) {
      initialStreamWindow = window;
    }
    super.updateInitialStreamWindow(session, window, local);
  }

  @Override
  public final void onDataReceived(Session session, Stream stream, int length) {
    received((HTTP2Session) session, (HTTP2Stream) stream, length);
  }

  /**
   * DATA has arrived. Whoever overrides this is to call {@link #arrives} or what does.
   *
   * @param stream null if it is none that is open
   */
  abstract void received(HTTP2Session session, HTTP2Stream stream, int length);

  /** Takes what has arrived off the windows. */
  final void arrives(HTTP2Session session, HTTP2Stream stream, int length) {
    unread.add(length);
    super.onDataReceived(session, stream, length);
  }

  @Override
  public final void onDataConsumed(Session session, Stream stream, int length) {
    HTTP2Stream known = (HTTP2Stream) stream;
    if (known != null && known.isResetOrFailed()) {
      destroyed(known); // this was dropped, not read; Jetty tells of the end only later
    }
    consumed((HTTP2Session) session, known, length);
  }

  /**
   * The application has consumed, or Jetty has dropped.
   *
   * @param stream null if it is not known any more
   */
  abstract void consumed(HTTP2Session session, HTTP2Stream stream, int length);

  @Override
  public final void onDataSending(Stream stream, int length) {
    super.onDataSending(stream, length);
    sending((HTTP2Stream) stream);
  }

  /** The first moment after a request's HEADERS; one without content never comes here. */
  void sending(HTTP2Stream stream) {}

  @Override
  public final void windowUpdate(Session session, Stream stream, WindowUpdateFrame frame) {
    super.windowUpdate(session, stream, frame);
    if (frame.getStreamId() == 0) {
      sessionCreditSent((HTTP2Session) session);
    }
  }

  /** Credit for the session goes out, which its window has already. */
  void sessionCreditSent(HTTP2Session session) {}

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
