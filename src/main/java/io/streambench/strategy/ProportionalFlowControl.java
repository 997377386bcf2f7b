package io.streambench.strategy;

import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
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
public final class ProportionalFlowControl extends OwnFlowControl {
  private static final int PART = 8;

  private final StreamCredits credits = new StreamCredits();
  private final Map<IStream, Long> unreadOfStreams = new HashMap<>();

  /**
   * The unread bytes of closed streams, which nobody will ever read; they are forgotten with their
   * stream.
   */
  private final Map<IStream, Long> unreadOfClosed = new WeakHashMap<>();

  private long unreadBytes;
  private long unreadOfUnknown;
  private long keptBytes;

  /** Uses the windows that its client or server sets. */
  public ProportionalFlowControl() {}

  @Override
  void created(IStream stream) {
    credits.opened(stream);
    int credit;
    synchronized (this) {
      unreadOfStreams.put(stream, 0L);
      credit = grow(stream.getSession());
    }
    send(stream.getSession(), credit);
  }

  @Override
  void destroyed(IStream stream) {
    credits.closed(stream);
    synchronized (this) {
      Long unread = unreadOfStreams.remove(stream);
      if (unread != null && unread > 0) {
        unreadBytes -= unread;
        unreadOfClosed.put(stream, unread); // takes room until it is read or dropped
      }
    }
  }

  @Override
  synchronized void received(ISession session, IStream stream, int length) {
    arrives(session, stream, length);
    if (stream == null) {
      unreadOfUnknown += length;
    } else if (unreadOfStreams.computeIfPresent(stream, (s, n) -> n + length) != null) {
      unreadBytes += length;
    } else {
      unreadOfClosed.merge(stream, (long) length, Long::sum);
    }
  }

  @Override
  void consumed(ISession session, IStream stream, int length) {
    if (length <= 0) {
      return;
    }
    leaves(length);
    int credit;
    synchronized (this) {
      if (stream == null) {
        unreadOfUnknown -= length;
      } else if (unreadOfStreams.computeIfPresent(stream, (s, n) -> n - length) != null) {
        unreadBytes -= length;
      } else {
        unreadOfClosed.computeIfPresent(stream, (s, n) -> n > length ? n - length : null);
      }
      keptBytes += length;
      credit = creditOf(session);
    }
    send(session, credit);
    credits.consumed(session, stream, length, initialStreamWindow(), bytes -> {});
  }

  private static void send(ISession session, int credit) {
    if (credit > 0) {
      JettyFrames.credit(session, null, credit);
    }
  }

  /** The size that the session window is to have, with the part of it that is used. */
  private long wanted() {
    long streams = Math.max(1, unreadOfStreams.size() + unreadOfClosed.size());
    return Math.max(
        DEFAULT_WINDOW_SIZE, Math.min(Integer.MAX_VALUE, streams * initialStreamWindow()));
  }

  private long size(ISession session) {
    long size = session.updateRecvWindow(0) + unreadBytes + unreadOfUnknown + keptBytes;
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

  /** The part of the kept bytes that is to be given back now; what is too much is forgotten. */
  private int creditOf(ISession session) {
    long tooMuch = size(session) - wanted();
    if (tooMuch > 0) {
      keptBytes -= Math.min(keptBytes, tooMuch);
    }
    if (keptBytes <= initialStreamWindow() / PART) {
      return 0;
    }
    int credit = (int) keptBytes;
    keptBytes = 0;
    session.updateRecvWindow(credit);
    return credit;
  }
}
