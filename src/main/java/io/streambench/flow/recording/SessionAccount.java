package io.streambench.flow.recording;

import io.streambench.flow.events.Cause;
import io.streambench.flow.events.Recorded;
import io.streambench.flow.events.Role;
import io.streambench.flow.rule.SessionState;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.http2.FlowControlStrategy;

/**
 * The account of one session: counts each call of Jetty's flow control and passes it on to the
 * recorder. Written by several of Jetty's threads, read at any time. Stream 0 is the session
 * itself, or a stream that Jetty has forgotten.
 */
public final class SessionAccount extends WindowAccount {
  final JettyView.SessionView session;
  private final FlowControlRecorder recorder;
  private final AtomicLong consumedBytes = new AtomicLong();
  private final AtomicLong peakUnreadBytes = new AtomicLong();
  private final AtomicLong windowUpdates = new AtomicLong();
  private final AtomicLong streamStallNanos = new AtomicLong();
  private final Map<Integer, StreamAccount> streams = new ConcurrentHashMap<>();
  private final Set<Integer> openStreams = ConcurrentHashMap.newKeySet();
  private final AtomicInteger maxOpenStreams = new AtomicInteger();
  private final AtomicLong cancelledBytes = new AtomicLong();
  private volatile int initialStreamWindow = FlowControlStrategy.DEFAULT_WINDOW_SIZE;

  final long hash;
  final String id;
  final SessionOwner owner;
  final boolean server;
  final StallMeter sendStall = new StallMeter();

  /** The uncommitted event of the first part of a DATA frame, with its time and windows. */
  final AtomicReference<Recorded.FlowControl> heldEvent = new AtomicReference<>();

  SessionAccount(JettyView.SessionView session, SessionOwner owner, FlowControlRecorder recorder) {
    super(session);
    this.session = session;
    this.recorder = recorder;
    this.hash = Integer.toUnsignedLong(session.hash());
    this.id = Long.toHexString(hash);
    this.owner = owner;
    this.server = owner.role() == Role.SERVER;
    onWindowChange();
  }

  public void streamCreated(JettyView.StreamView stream) {
    StreamAccount account = new StreamAccount(stream);
    streams.put(account.id, account);
    openStreams.add(account.id);
    maxOpenStreams.accumulateAndGet(openStreams.size(), Math::max);
    recorder.opened(this, account);
  }

  /** Records that a stream has ended. Its data may still be unread. */
  public void streamDestroyed(int stream) {
    openStreams.remove(stream);
    StreamAccount destroyed = streams.get(stream);
    if (destroyed != null) {
      destroyed.destroyed();
      if (destroyed.isCancelled()) {
        forgetCancelled(destroyed);
      } else {
        forgetIfSettled(destroyed);
      }
      recorder.closed(this, destroyed);
    }
  }

  /** Changes the initial receive window of streams, and adjusts open streams by the difference. */
  public void initialStreamWindow(int bytes) {
    int difference = bytes - initialStreamWindow;
    initialStreamWindow = bytes;
    streams.values().forEach(stream -> stream.onEnlarged(difference));
  }

  /**
   * Counts arrived DATA before Jetty's window shrinks, so that an exhausted window is never seen
   * without all its data. Returns the stream's account for {@link #received}, or null.
   */
  public StreamAccount receiving(int stream, int bytes) {
    StreamAccount streamAccount = stream(stream);
    long unread = addUnread(bytes);
    if (unread > peakUnreadBytes.get()) {
      peakUnreadBytes.accumulateAndGet(unread, Math::max);
    }
    if (streamAccount != null) {
      streamAccount.addUnread(bytes);
      settleIfForgotten(streamAccount);
    } else if (stream != 0) { // cancelled: Jetty drops the data, or the session loses its credit
      cancelledBytes.addAndGet(bytes);
    }
    return streamAccount;
  }

  /** Records arrived DATA that {@link #receiving} has counted, after Jetty's window has shrunk. */
  public void received(StreamAccount stream, int bytes) {
    onWindowChange();
    if (stream != null) {
      stream.onWindowChange();
    }
    recorder.received(this, stream, bytes);
  }

  /** Counts consumed data, before Jetty gives credit that the sender may use at once. */
  public void consumed(int stream, int bytes) {
    StreamAccount streamAccount = stream(stream);
    addUnread(-bytes);
    consumedBytes.addAndGet(bytes);
    if (streamAccount != null) {
      streamAccount.addUnread(-bytes);
      forgetIfSettled(streamAccount);
      settleIfForgotten(streamAccount);
    } else if (stream != 0) { // data of a cancelled stream: its credit is not lost after all
      cancelledBytes.addAndGet(-bytes);
    }
    recorder.consumed(this, streamAccount, bytes);
  }

  public void credited(int stream, int bytes) {
    StreamAccount streamAccount = stream(stream);
    if (stream == 0 || streamAccount != null) {
      windowUpdates.incrementAndGet();
      (streamAccount == null ? this : streamAccount).onCredit();
      recorder.credited(this, streamAccount, bytes);
    }
  }

  public void sendWindowUpdated(int stream, int bytes) {
    StreamAccount streamAccount = stream(stream);
    if (stream != 0 && streamAccount == null) {
      return;
    }
    long window =
        streamAccount == null ? addToSendWindow(bytes) : streamAccount.addToSendWindow(bytes);
    if (streamAccount == null) {
      sendStall.setExhausted(window <= 0);
    }
    recorder.recordSending(Cause.WINDOW_UPDATE_RECEIVED, this, streamAccount, bytes);
    if (window > 0 && window - bytes <= 0) {
      recorder.recordSending(Cause.RESUMED, this, streamAccount, 0);
    }
  }

  /** Records that DATA is being sent. Do not call it for empty frames. */
  public void sent(int stream, int bytes) {
    StreamAccount streamAccount = stream(stream);
    long sessionWindow = addToSendWindow(-bytes);
    sendStall.setExhausted(sessionWindow <= 0);
    long streamWindow = streamAccount == null ? 1 : streamAccount.addToSendWindow(-bytes);
    recorder.recordSending(Cause.DATA_SENT, this, streamAccount, bytes);
    if (sessionWindow <= 0) {
      recorder.recordSending(Cause.STALLED, this, null, 0);
    }
    if (streamWindow <= 0) {
      recorder.recordSending(Cause.STALLED, this, streamAccount, 0);
    }
  }

  /** Counts the streams that are open now as finished. */
  void forgetOpenStreams() {
    openStreams.clear();
  }

  public boolean isClosed() {
    return session.isClosed();
  }

  private StreamAccount stream(int id) {
    return id == 0 ? null : streams.get(id);
  }

  Collection<StreamAccount> streams() {
    return streams.values();
  }

  int maxOpenStreams() {
    return maxOpenStreams.get();
  }

  /**
   * Returns the cost of flow control since the session began; the peak covers the time since the
   * last call.
   */
  FlowControlTotals takeTotals() {
    long unread = unreadBytes();
    long peak = peakUnreadBytes.getAndSet(unread);
    return new FlowControlTotals(
        receiveStall.totalNanos(),
        streamStallNanos.get()
            + streams.values().stream().mapToLong(stream -> stream.receiveStall.totalNanos()).sum(),
        windowUpdates.get(),
        unreadBytes() + consumedBytes.get(),
        peak,
        peak);
  }

  /**
   * Takes a snapshot. Reads Jetty's windows first, because the account changes before Jetty's
   * window shrinks.
   */
  public SessionState snapshot() {
    int window = session.receiveWindow();
    int sendWindow = session.sendWindow();
    long unread = unreadBytes();
    long now = System.nanoTime();
    return new SessionState(
        id,
        owner.role(),
        owner.name(),
        session.localAddress(),
        session.remoteAddress(),
        window,
        sendWindow,
        unread,
        unacknowledgedBytes(window, unread),
        cancelledBytes(),
        0,
        window > 0 ? OptionalLong.empty() : OptionalLong.of(receiveStall.sinceNanosOr(now)),
        sendWindow > 0 ? OptionalLong.empty() : OptionalLong.of(sendStall.sinceNanosOr(now)),
        streams.values().stream()
            .map(StreamAccount::state)
            .sorted(Comparator.comparingInt(stream -> stream.id()))
            .toList());
  }

  /** Unread bytes of cancelled streams, whose credit is mostly lost to the session. */
  private long cancelledBytes() {
    long onExistingStreams =
        streams.values().stream()
            .filter(StreamAccount::isCancelled)
            .mapToLong(StreamAccount::unreadBytes)
            .sum();
    return Math.max(0, cancelledBytes.get()) + onExistingStreams;
  }

  /** Keeps only the byte count of a cancelled stream, to free the memory of Jetty's stream. */
  private void forgetCancelled(StreamAccount stream) {
    if (streams.remove(stream.id, stream)) {
      stream.forgotten = true;
      cancelledBytes.addAndGet(stream.takeUncountedBytes());
      streamStallNanos.addAndGet(stream.receiveStall.totalNanos());
    }
  }

  /** Adds to the cancelled bytes what was counted while the stream's account was being removed. */
  private void settleIfForgotten(StreamAccount stream) {
    if (stream.forgotten) {
      cancelledBytes.addAndGet(stream.takeUncountedBytes());
    }
  }

  private void forgetIfSettled(StreamAccount stream) {
    if (stream.isSettled() && streams.remove(stream.id, stream)) {
      streamStallNanos.addAndGet(stream.receiveStall.totalNanos());
    }
  }
}
