package io.streambench.flowcontrol;

import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
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

  /** What nobody will ever read is forgotten with its stream. */
  private final Map<IStream, Long> unreadOfClosed = new WeakHashMap<>();

  /** Of streams that were reset, what still may be read and counts no longer. */
  private final Map<IStream, Long> writtenOff = new WeakHashMap<>();

  private long unreadBytes;
  private long unreadOfNone;
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
    send(stream.getSession(), credit);
  }

  @Override
  public void onStreamDestroyed(IStream stream) {
    int credit = 0;
    synchronized (this) {
      Long unread = unreadOfStreams.remove(stream);
      if (unread != null && unread > 0) {
        unreadBytes -= unread;
        if (stream.isReset()) { // its queue is dropped, and nobody says that it was consumed
          writtenOff.put(stream, unread);
          keptBytes += unread;
          credit = creditOf(stream.getSession());
        } else {
          unreadOfClosed.put(stream, unread); // takes room until it is read
        }
      }
    }
    send(stream.getSession(), credit);
    credits.closed(stream);
    super.onStreamDestroyed(stream);
  }

  @Override
  public void onDataReceived(ISession session, IStream stream, int length) {
    synchronized (this) {
      super.onDataReceived(session, stream, length);
      if (stream == null
          || unreadOfStreams.computeIfPresent(stream, (s, n) -> n + length) == null) {
        unreadOfNone += length;
      } else {
        unreadBytes += length;
      }
    }
  }

  @Override
  public void onDataConsumed(ISession session, IStream stream, int length) {
    if (length <= 0) {
      return;
    }
    int credit;
    synchronized (this) {
      keptBytes += consumed(stream, length);
      credit = creditOf(session);
    }
    send(session, credit);
    credits.consumed(session, stream, length, getInitialStreamRecvWindow(), bytes -> {});
  }

  /** Returns how much of it had been counted as unread. */
  private long consumed(IStream stream, long length) {
    if (stream != null && unreadOfStreams.computeIfPresent(stream, (s, n) -> n - length) != null) {
      unreadBytes -= length;
      return length;
    }
    if (unreadOfClosed.containsKey(stream)) {
      unreadOfClosed.computeIfPresent(stream, (s, n) -> n > length ? n - length : null);
      return length;
    }
    if (writtenOff.containsKey(stream)) {
      writtenOff.computeIfPresent(stream, (s, n) -> n > length ? n - length : null);
      return 0;
    }
    long known = Math.min(unreadOfNone, length); // of a stream that was gone when it arrived
    unreadOfNone -= known;
    return known;
  }

  private static void send(ISession session, int credit) {
    if (credit > 0) {
      StreamCredits.send(session, null, credit);
    }
  }

  /** How large the session's window is to be, with what of it is used. */
  private long wanted() {
    long streams = Math.max(1, unreadOfStreams.size() + unreadOfClosed.size());
    return Math.max(
        DEFAULT_WINDOW_SIZE, Math.min(Integer.MAX_VALUE, streams * getInitialStreamRecvWindow()));
  }

  private long size(ISession session) {
    long size = session.updateRecvWindow(0) + unreadBytes + unreadOfNone + keptBytes;
    for (long unread : unreadOfClosed.values()) {
      size += unread;
    }
    return size;
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
