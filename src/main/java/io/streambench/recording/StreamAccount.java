package io.streambench.recording;

import io.streambench.analysis.StreamState;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bytes received, consumed and sent on one stream, and the windows that follow. Outlives the stream
 * itself for as long as bytes of it lie unread: Jetty forgets a stream when its last frame arrives,
 * its reader may be far behind.
 */
public final class StreamAccount {
  private final StreamView stream;
  private final int id;
  private final AtomicLong sendWindow = new AtomicLong();
  private final AtomicLong unreadBytes = new AtomicLong();
  private final WholeWindow whole;
  private final AtomicInteger untoldBytes = new AtomicInteger();
  private final StallMeter receiveStall = new StallMeter();
  private long toldUnreadBytes;
  private volatile boolean forgotten;
  private volatile boolean destroyed;

  /** Creates the account of a stream; to be called when Jetty has set its windows. */
  StreamAccount(StreamView stream) {
    this.stream = stream;
    this.id = stream.id();
    sendWindow.set(stream.sendWindow());
    unreadBytes.set(stream.unreadAtFirst());
    whole =
        new WholeWindow(
            stream.receiveWindow(), stream.unreadAtFirst(), stream.unacknowledgedAtFirst());
  }

  /** Settings have made its receive window larger. */
  void enlarged(int bytes) {
    whole.enlarged(bytes);
    windowChanged();
  }

  void received(int bytes) {
    unreadBytes.addAndGet(bytes);
  }

  void consumed(int bytes) {
    unreadBytes.addAndGet(-bytes);
  }

  void credited() {
    whole.credited(receiveWindow());
    windowChanged();
  }

  /** Records since when the receive window is used up, once Jetty's window has changed. */
  void windowChanged() {
    receiveStall.set(receiveWindow() <= 0);
  }

  /** Returns the send window after. */
  long sent(int bytes) {
    return sendWindow.addAndGet(-bytes);
  }

  /** Returns the send window after. */
  long allowed(int bytes) {
    return sendWindow.addAndGet(bytes);
  }

  void destroyed() {
    destroyed = true;
    receiveStall.set(false);
  }

  /** Adds to what was consumed and is in no event yet; returns the sum. */
  int untold(int consumed) {
    return untoldBytes.addAndGet(consumed);
  }

  /** Returns what was consumed and is in no event yet; from now on it is. */
  int takeUntold() {
    return untoldBytes.getAndSet(0);
  }

  int id() {
    return id;
  }

  /** Jetty's own: what was given back is in it, whether or not the frame is written. */
  long receiveWindow() {
    return stream.receiveWindow();
  }

  long sendWindow() {
    return sendWindow.get();
  }

  long unreadBytes() {
    return unreadBytes.get();
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
  synchronized long untoldUnreadBytes() {
    long unread = unreadBytes.get();
    long untold = unread - toldUnreadBytes;
    toldUnreadBytes = unread;
    return untold;
  }

  /** The bytes that belong to this window and these unread bytes. */
  long unacknowledgedBytes(long window, long unread) {
    return whole.unacknowledged(window, unread);
  }

  /** The total time for which its receive window was used up, the current period included. */
  long stallNanos() {
    return receiveStall.totalNanos();
  }

  boolean remotelyClosed() {
    return destroyed || stream.remotelyClosed();
  }

  /**
   * Returns whether it ended before its end, by either side: what lies unread on it is read by
   * nobody.
   */
  boolean cancelled() {
    return stream.cancelled();
  }

  /** Returns whether nothing more can happen on this stream. */
  boolean settled() {
    return destroyed && unreadBytes.get() <= 0;
  }

  StreamState state() {
    long window = receiveWindow();
    long unread = unreadBytes.get();
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
