package io.streambench.flowcontrol;

import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http2.AbstractFlowControlStrategy;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;

/**
 * Gives credit for the session back when data arrives, and for a stream when the application has
 * consumed it: a stream that nobody reads holds up itself and no other. What lies unread is bounded
 * by the streams and their windows, and no longer by the session's. RFC 9113 leaves the moment to
 * the receiver (5.2.1); gRPC-Java (grpc-java #1175) and OkHttp (#7801) give it so.
 */
public class OnReceiptFlowControl extends AbstractFlowControlStrategy {
  /** A frame for each eighth of the session window: the sender always has most of it. */
  private static final int SESSION_PART = 8;

  private final AtomicInteger sessionWindow = new AtomicInteger(DEFAULT_WINDOW_SIZE);
  private final AtomicInteger received = new AtomicInteger();
  private final StreamCredits credits = new StreamCredits();

  /** With the windows that its client or server sets. */
  public OnReceiptFlowControl() {
    super(DEFAULT_WINDOW_SIZE);
  }

  @Override
  public void onStreamCreated(IStream stream) {
    super.onStreamCreated(stream);
    credits.opened(stream);
  }

  @Override
  public void onStreamDestroyed(IStream stream) {
    credits.closed(stream);
    super.onStreamDestroyed(stream);
  }

  @Override
  public void onDataReceived(ISession session, IStream stream, int length) {
    super.onDataReceived(session, stream, length);
    int total = received.addAndGet(length);
    if (total > sessionWindow.get() / SESSION_PART) {
      int credit = received.getAndSet(0);
      session.updateRecvWindow(credit);
      StreamCredits.send(session, null, credit);
    }
  }

  @Override
  public void onDataConsumed(ISession session, IStream stream, int length) {
    credits.consumed(
        session, stream, length, getInitialStreamRecvWindow(), credit -> credited(stream, credit));
  }

  /** Credit for a stream is about to go out. */
  void credited(IStream stream, int bytes) {}

  /** The session's window is as large as it was ever seen: a connection begins with less. */
  @Override
  public void windowUpdate(ISession session, IStream stream, WindowUpdateFrame frame) {
    super.windowUpdate(session, stream, frame);
    if (frame.getStreamId() == 0) {
      sessionWindow.accumulateAndGet(session.updateRecvWindow(0), Math::max);
    }
  }
}
