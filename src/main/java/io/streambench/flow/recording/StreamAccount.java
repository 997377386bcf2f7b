package io.streambench.flow.recording;

import io.streambench.flow.rule.StreamState;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The account of one stream, kept while bytes are unread, even if Jetty has forgotten the stream.
 */
public final class StreamAccount extends WindowAccount {
  private final JettyView.StreamView stream;
  private long countedUnreadBytes;
  private volatile boolean destroyed;

  final int id;

  /** Consumed bytes that are not in an event yet. */
  final AtomicInteger unrecordedBytes = new AtomicInteger();

  /** Whether the session's account, instead of this one, counts the unread bytes. */
  volatile boolean forgotten;

  StreamAccount(JettyView.StreamView stream) {
    super(stream);
    this.stream = stream;
    this.id = stream.streamId();
  }

  void destroyed() {
    destroyed = true;
    receiveStall.setExhausted(false);
  }

  Optional<String> url() {
    return stream.url();
  }

  /** Returns the unread bytes of a forgotten stream that no earlier call has returned. */
  synchronized long takeUncountedBytes() {
    long unread = unreadBytes();
    long uncounted = unread - countedUnreadBytes;
    countedUnreadBytes = unread;
    return uncounted;
  }

  boolean isRemotelyClosed() {
    return destroyed || stream.isRemotelyClosed();
  }

  /** Returns whether either side reset the stream, so that its unread bytes stay unread. */
  boolean isCancelled() {
    return stream.isCancelled();
  }

  boolean isSettled() {
    return destroyed && unreadBytes() <= 0;
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
        stream.waiting());
  }
}
