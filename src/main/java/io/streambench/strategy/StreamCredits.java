package io.streambench.strategy;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;

/**
 * Gives a stream its credit back when the application has consumed a little less than half of the
 * stream's window. Two such lots fit into the window, so that over a long way a stream brings
 * almost all of it in a round trip; Jetty's own strategy waits for a little more than half, of
 * which only one fits, and brings half. Smaller lots would bring no more, and a server of Jetty's
 * closes a connection on which it gets more than 128 credits a second for streams that it has ended
 * already ({@code HTTP2Session.onWindowUpdate}). Of one session; thread-safe.
 */
final class StreamCredits {
  /** The part of a window that is given back at a time. */
  static final double LOT = 7.0 / 16;

  private final Map<IStream, AtomicInteger> consumed = new ConcurrentHashMap<>();

  void opened(IStream stream) {
    consumed.put(stream, new AtomicInteger());
  }

  void closed(IStream stream) {
    consumed.remove(stream);
  }

  /**
   * The application has consumed.
   *
   * @param window of a stream, in bytes
   */
  void consumed(ISession session, IStream stream, int length, int window) {
    AtomicInteger kept = stream == null ? null : consumed.get(stream);
    if (length <= 0 || kept == null || stream.isRemotelyClosed()) {
      return;
    }
    if (kept.addAndGet(length) <= window * LOT) {
      return;
    }
    int credit = kept.getAndSet(0);
    if (credit > 0) {
      stream.updateRecvWindow(credit);
      JettyFrames.credit(session, stream, credit);
    }
  }
}
