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
  private final AtomicLong unreadBytes = new AtomicLong();
  private final AtomicLong unacknowledgedBytes = new AtomicLong();
  private volatile boolean destroyed;

  StreamAccount(IStream stream) {
    this.stream = stream;
  }

  void received(int bytes) {
    unreadBytes.addAndGet(bytes);
  }

  void consumed(int bytes) {
    unreadBytes.addAndGet(-bytes);
    unacknowledgedBytes.addAndGet(bytes);
  }

  void credited(int bytes) {
    unacknowledgedBytes.addAndGet(-bytes);
  }

  void destroyed() {
    destroyed = true;
  }

  /** Whether nothing more can happen on this stream. */
  boolean settled() {
    return destroyed && unreadBytes.get() <= 0;
  }

  StreamState state() {
    return new StreamState(
        stream.getId(),
        stream.updateRecvWindow(0),
        unreadBytes.get(),
        Math.max(0, unacknowledgedBytes.get()),
        destroyed || stream.isRemotelyClosed());
  }
}
