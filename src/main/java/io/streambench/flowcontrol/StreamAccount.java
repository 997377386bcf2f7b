package io.streambench.flowcontrol;

import io.streambench.analysis.StreamState;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http2.IStream;

/**
 * Bytes received and consumed on one stream. Outlives the stream itself for as long as bytes of it
 * lie unread: Jetty forgets a stream when its last frame arrives, its reader may be far behind.
 */
final class StreamAccount {
  private final IStream stream;
  private final int initialWindow;
  private final AtomicLong unreadBytes = new AtomicLong();
  private volatile boolean destroyed;

  /**
   * @param initialWindow receive window that the stream starts with, in bytes
   */
  StreamAccount(IStream stream, int initialWindow) {
    this.stream = stream;
    this.initialWindow = initialWindow;
  }

  void received(int bytes) {
    unreadBytes.addAndGet(bytes);
  }

  void consumed(int bytes) {
    unreadBytes.addAndGet(-bytes);
  }

  void destroyed() {
    destroyed = true;
  }

  /** Whether nothing more can happen on this stream. */
  boolean settled() {
    return destroyed && unreadBytes.get() <= 0;
  }

  StreamState state() {
    int receiveWindow = stream.updateRecvWindow(0);
    long unread = unreadBytes.get();
    return new StreamState(
        stream.getId(),
        receiveWindow,
        unread,
        Math.max(0, (long) initialWindow - receiveWindow - unread),
        destroyed || stream.isRemotelyClosed());
  }
}
