package io.streambench.recording;

import io.streambench.analysis.StreamState;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** The account of one stream, kept while bytes of it lie unread: Jetty forgets it earlier. */
public final class StreamAccount extends WindowAccount {
  private final JettyView.OfStream stream;
  private long countedUnreadBytes;
  private volatile boolean destroyed;

  final int id;

  /** Consumed, and in no event yet. */
  final AtomicInteger unrecordedBytes = new AtomicInteger();

  /** Whether its bytes are counted elsewhere. */
  volatile boolean forgotten;

  StreamAccount(JettyView.OfStream stream) {
    super(stream);
    this.stream = stream;
    this.id = stream.id();
  }

  void destroyed() {
    destroyed = true;
    receiveStall.set(false);
  }

  Optional<String> url() {
    return stream.url();
  }

  /** Unread bytes that were not returned before, of a forgotten stream; they count elsewhere. */
  synchronized long uncountedUnreadBytes() {
    long unread = unreadBytes();
    long uncounted = unread - countedUnreadBytes;
    countedUnreadBytes = unread;
    return uncounted;
  }

  boolean remotelyClosed() {
    return destroyed || stream.remotelyClosed();
  }

  /** Returns whether either side has reset it: its unread bytes will never be read. */
  boolean cancelled() {
    return stream.cancelled();
  }

  boolean settled() {
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
        remotelyClosed(),
        cancelled(),
        stream.waiting());
  }
}
