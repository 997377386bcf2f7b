package io.streambench.flow.recording;

import io.streambench.flow.rule.StreamState;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** The byte counts of one stream. An account may outlive its stream while data is unread. */
public final class StreamAccount extends WindowAccount {
  private final JettyView.StreamView stream;
  private long previousUnreadBytes;
  private volatile boolean isDestroyed;

  final int id;

  /** The number of consumed bytes that are not yet in an event. */
  final AtomicInteger unrecordedBytes = new AtomicInteger();

  /** Whether the session has removed this account and counts the unread bytes as cancelled. */
  volatile boolean isRemoved;

  StreamAccount(JettyView.StreamView stream) {
    super(stream);
    this.stream = stream;
    this.id = stream.streamId();
  }

  void markDestroyed() {
    isDestroyed = true;
    receiveStall.setExhausted(false);
  }

  Optional<String> url() {
    return stream.url();
  }

  /** Returns the change in the number of unread bytes since the previous call of this method. */
  synchronized long takeUnreadChange() {
    long unread = unreadBytes();
    long uncounted = unread - previousUnreadBytes;
    previousUnreadBytes = unread;
    return uncounted;
  }

  boolean isRemotelyClosed() {
    return isDestroyed || stream.isRemotelyClosed();
  }

  boolean isCancelled() {
    return stream.isCancelled();
  }

  boolean isSettled() {
    return isDestroyed && unreadBytes() <= 0;
  }

  StreamState state() {
    long window = receiveWindow();
    long unread = unreadBytes();
    return new StreamState(
        id,
        window,
        unread,
        unacknowledgedBytes(window, unread),
        isRemotelyClosed(),
        isCancelled(),
        stream.waitState());
  }
}
