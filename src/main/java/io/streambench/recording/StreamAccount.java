package io.streambench.recording;

import io.streambench.analysis.StreamState;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The account of one stream. Outlives the stream itself for as long as bytes of it lie unread:
 * Jetty forgets a stream when its last frame arrives, its reader may be far behind.
 */
public final class StreamAccount extends WindowAccount {
  private final JettyView.OfStream stream;
  private final int id;
  private final AtomicInteger unrecordedBytes = new AtomicInteger();
  private long countedUnreadBytes;
  private volatile boolean forgotten;
  private volatile boolean destroyed;

  StreamAccount(JettyView.OfStream stream) {
    super(stream);
    this.stream = stream;
    this.id = stream.id();
  }

  void destroyed() {
    destroyed = true;
    receiveStall().set(false);
  }

  /** Adds to what was consumed and is in no event yet; returns the sum. */
  int addUnrecorded(int consumed) {
    return unrecordedBytes.addAndGet(consumed);
  }

  /** Returns what was consumed and is in no event yet; from now on it is. */
  int takeUnrecorded() {
    return unrecordedBytes.getAndSet(0);
  }

  int id() {
    return id;
  }

  /** Its bytes are counted elsewhere from now on. */
  void forgotten() {
    forgotten = true;
  }

  boolean isForgotten() {
    return forgotten;
  }

  /**
   * The unread bytes that this has not returned before; negative if fewer are unread than it has
   * returned. For a stream that is forgotten: its bytes are counted elsewhere from then on.
   */
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

  /** Returns whether nothing more can happen on this stream. */
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
