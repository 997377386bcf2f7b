package io.streambench.strategy;

import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;

/**
 * Gives credit for the session back when data arrives, so that a stream which nobody reads holds up
 * itself and no other; credit for streams is left to those who extend it. RFC 9113 leaves the
 * moment to the receiver (5.2.1); gRPC-Java (grpc-java #1175) and OkHttp (#7801) give it so.
 */
abstract class SessionCreditOnReceipt extends OwnFlowControl {
  /** A session window that bounds no memory, and must not bound what is on the way. */
  public static final int SESSION_WINDOW = 1 << 30;

  /** The largest window that a stream may grow to: twice 400 MB/s over 80 ms. */
  public static final int LARGEST_STREAM_WINDOW = 1 << 26;

  /** A frame for each eighth of the session window: the sender always has most of it. */
  private static final int SESSION_PART = 8;

  private final AtomicInteger sessionWindow = new AtomicInteger(DEFAULT_WINDOW_SIZE);
  private final AtomicInteger received = new AtomicInteger();

  @Override
  void received(ISession session, IStream stream, int length) {
    arrives(session, stream, length);
    int total = received.addAndGet(length);
    if (total > sessionWindow.get() / SESSION_PART) {
      int credit = received.getAndSet(0);
      session.updateRecvWindow(credit);
      JettyFrames.credit(session, null, credit);
    }
  }

  /** The session's window is as large as it was ever seen: a connection begins with less. */
  @Override
  void sessionCreditSent(ISession session) {
    sessionWindow.accumulateAndGet(session.updateRecvWindow(0), Math::max);
  }
}
