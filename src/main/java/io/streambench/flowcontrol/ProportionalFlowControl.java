package io.streambench.flowcontrol;

import java.util.HashMap;
import java.util.Map;
import org.eclipse.jetty.http2.AbstractFlowControlStrategy;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;

/**
 * Keeps the session's window as large as those of its streams together: with every stream that is
 * opened it grows by a stream's window, and once a stream is over and read, as much credit is
 * withheld. Credit is given back when the application has consumed an eighth of a stream's window,
 * on any streams. So of n windows at most n - 1 are filled by streams that nobody reads, and an
 * eighth of one by what is not acknowledged yet: the stream that is waited for always has the rest.
 * A window cannot be made smaller but by withholding (RFC 9113, 6.9.1 and 6.9.2).
 *
 * <p>Beyond 2^31 - 1 bytes no window grows, and with more streams than that holds this does not
 * hold any longer.
 */
public final class ProportionalFlowControl extends AbstractFlowControlStrategy {
  private static final int PART = 8;

  private final StreamCredits credits = new StreamCredits();
  private final Map<IStream, Long> unreadOfStreams = new HashMap<>();
  private final Map<IStream, Long> unreadOfClosed = new HashMap<>();
  private long unreadBytes;
  private long keptBytes;

  /** With the windows that its client or server sets. */
  public ProportionalFlowControl() {
    super(DEFAULT_WINDOW_SIZE);
  }

  @Override
  public void onStreamCreated(IStream stream) {
    super.onStreamCreated(stream);
    credits.opened(stream);
    int credit;
    synchronized (this) {
      unreadOfStreams.put(stream, 0L);
      credit = grow(stream.getSession());
    }
    if (credit > 0) {
      StreamCredits.send(stream.getSession(), null, credit);
    }
  }

  @Override
  public void onStreamDestroyed(IStream stream) {
    synchronized (this) {
      Long unread = unreadOfStreams.remove(stream);
      if (unread != null && unread > 0) {
        unreadOfClosed.put(stream, unread); // takes room until it is read
      }
    }
    credits.closed(stream);
    super.onStreamDestroyed(stream);
  }

  @Override
  public void onDataReceived(ISession session, IStream stream, int length) {
    synchronized (this) {
      super.onDataReceived(session, stream, length);
      unreadBytes += length;
      count(stream, length);
    }
  }

  @Override
  public void onDataConsumed(ISession session, IStream stream, int length) {
    if (length <= 0) {
      return;
    }
    int credit;
    synchronized (this) {
      unreadBytes -= length;
      keptBytes += length;
      count(stream, -length);
      credit = creditOf(session);
    }
    if (credit > 0) {
      StreamCredits.send(session, null, credit);
    }
    credits.consumed(session, stream, length, getInitialStreamRecvWindow());
  }

  private void count(IStream stream, long bytes) {
    if (stream != null && unreadOfStreams.computeIfPresent(stream, (s, n) -> n + bytes) == null) {
      unreadOfClosed.computeIfPresent(stream, (s, n) -> n + bytes > 0 ? n + bytes : null);
    }
  }

  /** How large the session's window is to be, with what of it is used. */
  private long wanted() {
    long streams = Math.max(1, unreadOfStreams.size() + unreadOfClosed.size());
    return Math.max(
        DEFAULT_WINDOW_SIZE, Math.min(Integer.MAX_VALUE, streams * getInitialStreamRecvWindow()));
  }

  private long size(ISession session) {
    return session.updateRecvWindow(0) + unreadBytes + keptBytes;
  }

  private int grow(ISession session) {
    long missing = wanted() - size(session);
    if (missing <= 0) {
      return 0;
    }
    session.updateRecvWindow((int) missing);
    return (int) missing;
  }

  /** What of the kept bytes is to be given back now; what is too much is forgotten. */
  private int creditOf(ISession session) {
    long tooMuch = size(session) - wanted();
    if (tooMuch > 0) {
      keptBytes -= Math.min(keptBytes, tooMuch);
    }
    if (keptBytes <= getInitialStreamRecvWindow() / PART) {
      return 0;
    }
    int credit = (int) keptBytes;
    keptBytes = 0;
    session.updateRecvWindow(credit);
    return credit;
  }
}
