package io.streambench.strategy;

import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;

/**
 * Gives credit for the session back when data arrives, and for a stream when the application has
 * consumed it. What lies unread is bounded by the streams and their windows, and no longer by the
 * session's.
 */
public final class OnReceiptFlowControl extends SessionCreditOnReceipt {
  private final StreamCredits credits = new StreamCredits();

  /** Uses the windows that its client or server sets. */
  public OnReceiptFlowControl() {}

  @Override
  void created(IStream stream) {
    credits.opened(stream);
  }

  @Override
  void destroyed(IStream stream) {
    credits.closed(stream);
  }

  @Override
  void consumed(ISession session, IStream stream, int length) {
    leaves(length);
    credits.consumed(session, stream, length, initialStreamWindow());
  }
}
