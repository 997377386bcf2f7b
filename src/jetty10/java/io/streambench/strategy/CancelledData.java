package io.streambench.strategy;

import java.io.EOFException;
import org.eclipse.jetty.http2.IStream;

/**
 * Drops what lies unread on streams that were cancelled. Jetty 10's client leaves it in the
 * stream's queue: nobody says that it was consumed, so its credit is lost to the session and its
 * buffers to the pool ({@code HTTP2Stream.failAllData} is called by Jetty's server alone; Jetty
 * 12.0.2 gives both back, jetty.project #10655). Of one session; thread-safe.
 */
final class CancelledData {
  private volatile IStream received;
  private volatile IStream late;

  /**
   * Drops what came late for a cancelled stream. The one thread that receives calls it before it
   * processes DATA.
   */
  void receives(IStream stream) {
    IStream cancelled = late;
    if (cancelled != null) {
      late = null;
      drop(cancelled);
    }
    received = stream;
  }

  /**
   * The stream is over. DATA that is being processed for it at this moment may come into its queue
   * after this, so the queue is looked at again when the next DATA arrives.
   */
  void destroyed(IStream stream) {
    if (!stream.isResetOrFailed()) {
      return; // it was read to its end, or what is left is about to be
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
