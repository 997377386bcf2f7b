package io.streambench.recording;

import io.streambench.analysis.SessionState;
import io.streambench.eventlog.Role;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Bytes received, consumed and sent on one session and its streams, and the windows that follow.
 * Written by Jetty's threads, read by the watchdog and the recorder at any time.
 */
final class SessionAccount {
  private final SessionView session;
  private final long hash;
  private final String id;
  private final SessionOwner owner;
  private final boolean server;
  private final AtomicLong sendWindow = new AtomicLong();
  private final AtomicLong unreadBytes = new AtomicLong();
  private final AtomicLong consumedBytes = new AtomicLong();
  private final AtomicLong peakUnreadBytes = new AtomicLong();
  private final AtomicLong windowUpdates = new AtomicLong();
  private final AtomicLong streamStallNanos = new AtomicLong();
  private final StallMeter receiveStall = new StallMeter();
  private final StallMeter sendStall = new StallMeter();
  private final Map<Integer, StreamAccount> streams = new ConcurrentHashMap<>();
  private final Set<Integer> openStreams = ConcurrentHashMap.newKeySet();
  private final AtomicInteger maxOpenStreams = new AtomicInteger();
  private final AtomicReference<HeldPart> held = new AtomicReference<>();
  private final AtomicLong cancelledBytes = new AtomicLong();
  private final WholeWindow whole;

  SessionAccount(SessionView session, SessionOwner owner) {
    this.session = session;
    this.hash = Integer.toUnsignedLong(session.hash());
    this.id = Long.toHexString(hash);
    this.owner = owner;
    this.server = owner.role() == Role.SERVER;
    sendWindow.set(session.sendWindow());
    unreadBytes.set(session.unreadAtFirst());
    consumedBytes.set(session.unacknowledgedAtFirst());
    whole =
        new WholeWindow(
            session.receiveWindow(), session.unreadAtFirst(), session.unacknowledgedAtFirst());
    windowChanged();
  }

  StreamAccount streamCreated(StreamView stream) {
    StreamAccount account = new StreamAccount(stream);
    streams.put(account.id(), account);
    openStreams.add(account.id());
    maxOpenStreams.accumulateAndGet(openStreams.size(), Math::max);
    return account;
  }

  /** Returns the account of the stream, if there was one. */
  StreamAccount streamDestroyed(int stream) {
    openStreams.remove(stream);
    StreamAccount account = streams.get(stream);
    if (account != null) {
      account.destroyed();
      if (account.cancelled()) {
        forgetCancelled(account);
      } else {
        forgetIfSettled(account);
      }
    }
    return account;
  }

  /** The initial window of streams has changed by so much, and with it the window of each. */
  void streamWindowsEnlarged(int bytes) {
    streams.values().forEach(stream -> stream.enlarged(bytes));
  }

  void received(StreamAccount stream, int bytes) {
    long unread = unreadBytes.addAndGet(bytes);
    if (unread > peakUnreadBytes.get()) {
      peakUnreadBytes.accumulateAndGet(unread, Math::max);
    }
    if (stream != null) {
      stream.received(bytes);
      settleIfForgotten(stream);
    }
  }

  /** Keeps back what the recorder will tell together with what follows; there is nothing kept. */
  void hold(HeldPart part) {
    held.set(part);
  }

  /** Returns whether the part that is kept back is of that stream. */
  boolean holds(StreamAccount stream) {
    HeldPart part = held.get();
    return part != null && part.stream() == stream;
  }

  /** Returns what was kept back, and forgets it; null if there is nothing. */
  HeldPart takeHeld() {
    return held.getAndSet(null);
  }

  /**
   * Records since when the receive window is used up. To be called once Jetty's window has changed.
   */
  void windowChanged() {
    receiveStall.set(session.receiveWindow() <= 0);
  }

  void consumed(StreamAccount stream, int bytes) {
    unreadBytes.addAndGet(-bytes);
    consumedBytes.addAndGet(bytes);
    if (stream != null) {
      stream.consumed(bytes);
      forgetIfSettled(stream);
      settleIfForgotten(stream);
    }
  }

  /** A WINDOW_UPDATE went out, for a stream or, where it is null, for the session. */
  void credited(StreamAccount stream) {
    windowUpdates.incrementAndGet();
    if (stream != null) {
      stream.credited();
    } else {
      whole.credited(receiveWindow());
      windowChanged();
    }
  }

  /** Returns the send window after. */
  long sent(int bytes) {
    long window = sendWindow.addAndGet(-bytes);
    sendStall.set(window <= 0);
    return window;
  }

  /** Returns the send window after. */
  long allowed(int bytes) {
    long window = sendWindow.addAndGet(bytes);
    sendStall.set(window <= 0);
    return window;
  }

  /** Counts the streams that are open now as finished. */
  void forgetOpenStreams() {
    openStreams.clear();
  }

  /** All bytes that were received or consumed, added up: unchanged while nothing moves. */
  long movedBytes() {
    return unreadBytes.get() + 2 * consumedBytes.get();
  }

  /** All bytes that have arrived on its streams. */
  long receivedBytes() {
    return unreadBytes.get() + consumedBytes.get();
  }

  /** Returns whether Jetty's receive window is used up. */
  boolean exhausted() {
    return session.receiveWindow() <= 0;
  }

  boolean closed() {
    return session.closed();
  }

  String id() {
    return id;
  }

  SessionOwner owner() {
    return owner;
  }

  /** The number that the identifier is made of. */
  long hash() {
    return hash;
  }

  /** Returns whether this end is the server. */
  boolean server() {
    return server;
  }

  /** The account of that stream; null if there is none, as for the session itself, which is 0. */
  StreamAccount stream(int id) {
    return id == 0 ? null : streams.get(id);
  }

  Collection<StreamAccount> streams() {
    return streams.values();
  }

  /** Jetty's own: what was given back is in it, whether or not the frame is written. */
  long receiveWindow() {
    return session.receiveWindow();
  }

  long sendWindow() {
    return sendWindow.get();
  }

  long unreadBytes() {
    return unreadBytes.get();
  }

  /** The bytes that belong to this window and these unread bytes. */
  long unacknowledgedBytes(long window, long unread) {
    return whole.unacknowledged(window, unread);
  }

  StallMeter receiveStall() {
    return receiveStall;
  }

  StallMeter sendStall() {
    return sendStall;
  }

  /** The most streams that were open at the same time. */
  int maxOpenStreams() {
    return maxOpenStreams.get();
  }

  /** WINDOW_UPDATE frames that went out, for the session and its streams. */
  long windowUpdates() {
    return windowUpdates.get();
  }

  /** The most that lay unread since this was last asked. */
  long takePeakUnreadBytes() {
    return peakUnreadBytes.getAndSet(unreadBytes.get());
  }

  /** The total time for which the receive windows of its streams were used up, over all streams. */
  long streamStallNanos() {
    return streamStallNanos.get()
        + streams.values().stream().mapToLong(StreamAccount::stallNanos).sum();
  }

  String localAddress() {
    return session.localAddress();
  }

  String remoteAddress() {
    return session.remoteAddress();
  }

  /**
   * Jetty's own windows beside our count. The window is read first: bytes are counted before it
   * shrinks by them, so whoever sees it exhausted sees all that exhausted it.
   */
  SessionState state() {
    int jettysWindow = session.receiveWindow();
    int jettysSendWindow = session.sendWindow();
    long unread = unreadBytes.get();
    long now = System.nanoTime();
    return new SessionState(
        id,
        owner.role(),
        owner.name(),
        localAddress(),
        remoteAddress(),
        jettysWindow,
        jettysSendWindow,
        unread,
        unacknowledgedBytes(jettysWindow, unread),
        cancelledBytes(),
        0,
        jettysWindow > 0 ? OptionalLong.empty() : OptionalLong.of(receiveStall.sinceOr(now)),
        jettysSendWindow > 0 ? OptionalLong.empty() : OptionalLong.of(sendStall.sinceOr(now)),
        streams.values().stream()
            .map(StreamAccount::state)
            .sorted(Comparator.comparingInt(stream -> stream.id()))
            .toList());
  }

  /** DATA came for a stream that was cancelled: Jetty drops it, or it is lost to the session. */
  void receivedCancelled(int bytes) {
    cancelledBytes.addAndGet(bytes);
  }

  /** Takes back bytes that were counted as lost: they have been consumed after all. */
  void consumedCancelled(int bytes) {
    cancelledBytes.addAndGet(-bytes);
  }

  /**
   * Bytes that are unread on streams that were cancelled: nobody will read them, and unless the
   * strategy gives their credit back it is lost to the session.
   */
  long cancelledBytes() {
    long ofThoseThatAreGoing =
        streams.values().stream()
            .filter(StreamAccount::cancelled)
            .mapToLong(StreamAccount::unreadBytes)
            .sum();
    return Math.max(0, cancelledBytes.get()) + ofThoseThatAreGoing;
  }

  /** Its bytes are kept, it is not: Jetty's stream hangs on it, and its queue on that. */
  private void forgetCancelled(StreamAccount stream) {
    if (streams.remove(stream.id(), stream)) {
      stream.forgotten();
      cancelledBytes.addAndGet(stream.untoldUnreadBytes());
      streamStallNanos.addAndGet(stream.stallNanos());
    }
  }

  /** It was forgotten while bytes of it were being counted. */
  private void settleIfForgotten(StreamAccount stream) {
    if (stream.isForgotten()) {
      cancelledBytes.addAndGet(stream.untoldUnreadBytes());
    }
  }

  private void forgetIfSettled(StreamAccount stream) {
    if (stream.settled() && streams.remove(stream.id(), stream)) {
      streamStallNanos.addAndGet(stream.stallNanos());
    }
  }
}
