package io.streambench.strategy;

import java.io.EOFException;
import org.eclipse.jetty.http2.IStream;

/**
 * Drops unread data of cancelled streams of one session. Jetty 10's client leaves it in the
 * stream's queue and never reports it as consumed, so the session loses its credit and the pool its
 * buffers. Only Jetty's server calls {@code HTTP2Stream.failAllData}; since Jetty 12.0.2 clients
 * return both (jetty.project #10655). Thread-safe.
 */
final class CancelledData {
  private volatile IStream received;
  private volatile IStream late;

  /**
   * Drops data that arrived late for a cancelled stream. The receiving thread calls this before it
   * processes DATA.
   */
  void onReceive(IStream stream) {
    IStream cancelled = late;
    if (cancelled != null) {
      late = null;
      drop(cancelled);
    }
    received = stream;
  }

  /**
   * Drops the data of a stream that is over. DATA being processed at this moment may enter its
   * queue afterwards, so the queue is checked again when the next DATA arrives.
   */
  void onDestroy(IStream stream) {
    if (!stream.isResetOrFailed()) {
      return; // its data was read, or is about to be
    }
    if (stream == received) {
      late = stream;
    }
    drop(stream);
  }

  private static void drop(IStream stream) {
    stream.failAllData(new EOFException("stream was cancelled"));
  }
}
