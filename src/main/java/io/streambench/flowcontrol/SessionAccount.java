package io.streambench.flowcontrol;

import io.streambench.analysis.SessionState;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Comparator;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;

/**
 * Bytes received and consumed on one session and its streams. Written by Jetty's threads, read by
 * the watchdog at any time.
 */
final class SessionAccount {
  /** A time that {@link System#nanoTime} never gives here: the window is not exhausted. */
  private static final long NOT_EXHAUSTED = Long.MIN_VALUE;

  private final ISession session;
  private final SessionOwner owner;
  private final AtomicLong unreadBytes = new AtomicLong();
  private final AtomicLong consumedBytes = new AtomicLong();
  private final AtomicLong creditedBytes = new AtomicLong();
  private final AtomicLong exhaustedSince = new AtomicLong(NOT_EXHAUSTED);
  private final Map<Integer, StreamAccount> streams = new ConcurrentHashMap<>();
  private final Set<Integer> openStreams = ConcurrentHashMap.newKeySet();
  private final AtomicInteger maxOpenStreams = new AtomicInteger();

  SessionAccount(ISession session, SessionOwner owner) {
    this.session = session;
    this.owner = owner;
  }

  void streamCreated(IStream stream) {
    streams.put(stream.getId(), new StreamAccount(stream));
    openStreams.add(stream.getId());
    maxOpenStreams.accumulateAndGet(openStreams.size(), Math::max);
  }

  void streamDestroyed(IStream stream) {
    openStreams.remove(stream.getId());
    StreamAccount account = streams.get(stream.getId());
    if (account != null) {
      account.destroyed();
      forgetIfSettled(stream, account);
    }
  }

  void received(IStream stream, int bytes) {
    unreadBytes.addAndGet(bytes);
    StreamAccount account = accountOf(stream);
    if (account != null) {
      account.received(bytes);
    }
  }

  /** To be called once the window has changed: remembers since when it has been exhausted. */
  void windowChanged() {
    if (session.updateRecvWindow(0) <= 0) {
      exhaustedSince.compareAndSet(NOT_EXHAUSTED, System.nanoTime());
    } else if (exhaustedSince.get() != NOT_EXHAUSTED) {
      exhaustedSince.set(NOT_EXHAUSTED);
    }
  }

  void consumed(IStream stream, int bytes) {
    unreadBytes.addAndGet(-bytes);
    consumedBytes.addAndGet(bytes);
    StreamAccount account = accountOf(stream);
    if (account != null) {
      account.consumed(bytes);
      forgetIfSettled(stream, account);
    }
  }

  /** A WINDOW_UPDATE went out, for a stream or, where it is null, for the session. */
  void credited(IStream stream, int bytes) {
    if (stream != null) {
      StreamAccount account = accountOf(stream);
      if (account != null) {
        account.credited(bytes);
      }
      return;
    }
    if (consumedBytes.get() > 0) { // the first one only makes the window as large as it is to be
      creditedBytes.addAndGet(bytes);
    }
    windowChanged();
  }

  /** From here on, streams that are open now count as finished. */
  void forgetOpenStreams() {
    openStreams.clear();
  }

  boolean closed() {
    return session.isClosed();
  }

  SessionOwner owner() {
    return owner;
  }

  /** The most streams that were open at the same time. */
  int maxOpenStreams() {
    return maxOpenStreams.get();
  }

  /**
   * The window is read first: bytes are counted before the window shrinks by them, so whoever sees
   * it exhausted sees all that exhausted it.
   */
  SessionState state() {
    int receiveWindow = session.updateRecvWindow(0);
    long noted = exhaustedSince.get();
    long since = noted == NOT_EXHAUSTED ? System.nanoTime() : noted;
    return new SessionState(
        Integer.toHexString(session.hashCode()),
        owner.role(),
        owner.name(),
        address(true),
        address(false),
        receiveWindow,
        session.updateSendWindow(0),
        unreadBytes.get(),
        Math.max(0, consumedBytes.get() - creditedBytes.get()),
        receiveWindow > 0 ? OptionalLong.empty() : OptionalLong.of(since),
        streams.values().stream()
            .map(StreamAccount::state)
            .sorted(Comparator.comparingInt(stream -> stream.id()))
            .toList());
  }

  private StreamAccount accountOf(IStream stream) {
    return stream == null ? null : streams.get(stream.getId());
  }

  private void forgetIfSettled(IStream stream, StreamAccount account) {
    if (account.settled()) {
      streams.remove(stream.getId(), account);
    }
  }

  private String address(boolean local) {
    if (!(session instanceof HTTP2Session http2)) {
      return "unknown";
    }
    SocketAddress address =
        local
            ? http2.getEndPoint().getLocalSocketAddress()
            : http2.getEndPoint().getRemoteSocketAddress();
    return address instanceof InetSocketAddress inet
        ? inet.getAddress().getHostAddress() + ":" + inet.getPort()
        : String.valueOf(address);
  }
}
