package io.streambench.flow.recording;

import io.streambench.flow.events.EventCause;
import io.streambench.flow.events.JfrEvents;
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
 * The byte counts of one session and its streams, updated on each flow-control call from Jetty. A
 * stream identifier of 0 means the session itself, or a stream that Jetty has already removed.
 * Thread-safe.
 */
public final class SessionAccount extends WindowAccount {
  final JettyView.SessionView session;
  private final FlowControlRecorder recorder;
  private final AtomicLong consumedBytes = new AtomicLong();
  private final AtomicLong peakUnreadBytes = new AtomicLong();
  private final AtomicLong windowUpdateCount = new AtomicLong();
  private final AtomicLong streamStallNanos = new AtomicLong();
  private final Map<Integer, StreamAccount> streams = new ConcurrentHashMap<>();
  private final Set<Integer> openStreams = ConcurrentHashMap.newKeySet();
  private final AtomicInteger maxOpenStreams = new AtomicInteger();
  private final AtomicLong cancelledBytes = new AtomicLong();
  private volatile int initialStreamWindow = FlowControlStrategy.DEFAULT_WINDOW_SIZE;

  final long hash;
  final String id;
  final SessionOwner owner;
  final boolean isServer;
  final StallMeter sendStall = new StallMeter();

  /** The uncommitted event for the first part of a DATA frame; null if there is none. */
  final AtomicReference<JfrEvents.FlowControl> uncommittedEvent = new AtomicReference<>();

  SessionAccount(JettyView.SessionView session, SessionOwner owner, FlowControlRecorder recorder) {
    super(session);
    this.session = session;
    this.recorder = recorder;
    this.hash = Integer.toUnsignedLong(session.hash());
    this.id = Long.toHexString(hash);
    this.owner = owner;
    this.isServer = owner.role() == Role.SERVER;
    onWindowChange();
  }

  /** Adds a stream that was opened. */
  public void onStreamCreated(JettyView.StreamView stream) {
    StreamAccount account = new StreamAccount(stream);
    streams.put(account.id, account);
    openStreams.add(account.id);
    maxOpenStreams.accumulateAndGet(openStreams.size(), Math::max);
    recorder.recordOpened(this, account);
  }

  /** Records that a stream has ended. The unread bytes of the stream are still counted. */
  public void onStreamDestroyed(int stream) {
    openStreams.remove(stream);
    StreamAccount destroyed = streams.get(stream);
    if (destroyed != null) {
      destroyed.markDestroyed();
      if (destroyed.isCancelled()) {
        removeCancelled(destroyed);
      } else {
        removeIfSettled(destroyed);
      }
      recorder.recordClosed(this, destroyed);
    }
  }

  /** Sets the initial receive window of streams, and resizes the windows of open streams. */
  public void initialStreamWindow(int bytes) {
    int difference = bytes - initialStreamWindow;
    initialStreamWindow = bytes;
    streams.values().forEach(stream -> stream.onWindowEnlarged(difference));
  }

  /**
   * Counts received DATA. Call this method before Jetty reduces the receive window. Returns the
   * stream's account, which the caller must pass to {@link #afterDataReceived}; null if there is
   * none.
   */
  public StreamAccount beforeDataReceived(int stream, int bytes) {
    StreamAccount streamAccount = stream(stream);
    long unread = addUnreadBytes(bytes);
    if (unread > peakUnreadBytes.get()) {
      peakUnreadBytes.accumulateAndGet(unread, Math::max);
    }
    if (streamAccount != null) {
      streamAccount.addUnreadBytes(bytes);
      updateIfRemoved(streamAccount);
    } else if (stream != 0) { // cancelled: Jetty drops the data, or its credit is lost
      cancelledBytes.addAndGet(bytes);
    }
    return streamAccount;
  }

  /** Records received DATA. Call this method after Jetty has reduced the receive window. */
  public void afterDataReceived(StreamAccount stream, int bytes) {
    onWindowChange();
    if (stream != null) {
      stream.onWindowChange();
    }
    recorder.recordReceived(this, stream, bytes);
  }

  /** Counts consumed data. Call this method before Jetty sends credit for the data. */
  public void onDataConsumed(int stream, int bytes) {
    StreamAccount streamAccount = stream(stream);
    addUnreadBytes(-bytes);
    consumedBytes.addAndGet(bytes);
    if (streamAccount != null) {
      streamAccount.addUnreadBytes(-bytes);
      removeIfSettled(streamAccount);
      updateIfRemoved(streamAccount);
    } else if (stream != 0) { // cancelled, but its credit is not lost after all
      cancelledBytes.addAndGet(-bytes);
    }
    recorder.recordConsumed(this, streamAccount, bytes);
  }

  /** Records a WINDOW_UPDATE that is sent for a stream or the session. */
  public void onWindowUpdateSent(int stream, int bytes) {
    StreamAccount streamAccount = stream(stream);
    if (stream == 0 || streamAccount != null) {
      windowUpdateCount.incrementAndGet();
      (streamAccount == null ? this : streamAccount).onCreditSent();
      recorder.recordCredited(this, streamAccount, bytes);
    }
  }

  /** Records a WINDOW_UPDATE that was received for a stream or the session. */
  public void onWindowUpdateReceived(int stream, int bytes) {
    StreamAccount streamAccount = stream(stream);
    if (stream != 0 && streamAccount == null) {
      return;
    }
    long window =
        streamAccount == null ? addToSendWindow(bytes) : streamAccount.addToSendWindow(bytes);
    if (streamAccount == null) {
      sendStall.setExhausted(window <= 0);
    }
    recorder.recordSendEvent(EventCause.WINDOW_UPDATE_RECEIVED, this, streamAccount, bytes);
    if (window > 0 && window - bytes <= 0) {
      recorder.recordSendEvent(EventCause.RESUMED, this, streamAccount, 0);
    }
  }

  /** Records DATA that is being sent. Do not call this method for empty frames. */
  public void onDataSending(int stream, int bytes) {
    StreamAccount streamAccount = stream(stream);
    long sessionWindow = addToSendWindow(-bytes);
    sendStall.setExhausted(sessionWindow <= 0);
    long streamWindow = streamAccount == null ? 1 : streamAccount.addToSendWindow(-bytes);
    recorder.recordSendEvent(EventCause.DATA_SENT, this, streamAccount, bytes);
    if (sessionWindow <= 0) {
      recorder.recordSendEvent(EventCause.STALLED, this, null, 0);
    }
    if (streamWindow <= 0) {
      recorder.recordSendEvent(EventCause.STALLED, this, streamAccount, 0);
    }
  }

  void resetOpenStreams() {
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

  /** Returns the totals since the session began, and resets the peak of unread bytes. */
  FlowControlTotals takeTotals() {
    long unread = unreadBytes();
    long peak = peakUnreadBytes.getAndSet(unread);
    return new FlowControlTotals(
        receiveStall.totalNanos(),
        streamStallNanos.get()
            + streams.values().stream().mapToLong(stream -> stream.receiveStall.totalNanos()).sum(),
        windowUpdateCount.get(),
        unreadBytes() + consumedBytes.get(),
        peak,
        peak);
  }

  /** Returns the current state of the session and its streams. */
  public SessionState snapshot() {
    int window = session.receiveWindow(); // read first, because Jetty updates it after the counts
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
        window > 0 ? OptionalLong.empty() : OptionalLong.of(receiveStall.startNanosOr(now)),
        sendWindow > 0 ? OptionalLong.empty() : OptionalLong.of(sendStall.startNanosOr(now)),
        streams.values().stream()
            .map(StreamAccount::state)
            .sorted(Comparator.comparingInt(stream -> stream.id()))
            .toList());
  }

  /** Returns the unread bytes of cancelled streams. Jetty sends little credit for these bytes. */
  private long cancelledBytes() {
    long onExistingStreams =
        streams.values().stream()
            .filter(StreamAccount::isCancelled)
            .mapToLong(StreamAccount::unreadBytes)
            .sum();
    return Math.max(0, cancelledBytes.get()) + onExistingStreams;
  }

  /** Stops tracking a cancelled stream, and adds its unread bytes to the cancelled bytes. */
  private void removeCancelled(StreamAccount stream) {
    if (streams.remove(stream.id, stream)) {
      stream.isRemoved = true;
      cancelledBytes.addAndGet(stream.takeUnreadChange());
      streamStallNanos.addAndGet(stream.receiveStall.totalNanos());
    }
  }

  /** Updates the cancelled bytes if another thread has removed the stream. */
  private void updateIfRemoved(StreamAccount stream) {
    if (stream.isRemoved) {
      cancelledBytes.addAndGet(stream.takeUnreadChange());
    }
  }

  private void removeIfSettled(StreamAccount stream) {
    if (stream.isSettled() && streams.remove(stream.id, stream)) {
      streamStallNanos.addAndGet(stream.receiveStall.totalNanos());
    }
  }
}
