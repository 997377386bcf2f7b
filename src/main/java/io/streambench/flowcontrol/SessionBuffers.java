package io.streambench.flowcontrol;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.ISession;

/**
 * The network buffers of one session that hold unread DATA, and what may still come. Jetty reads
 * from the socket into a buffer and hands out slices of it; the buffer is free when every slice has
 * been consumed, and it is as large for one byte as for all ({@code HTTP2Connection.onData}). One
 * thread receives; any may consume.
 */
final class SessionBuffers {
  /** What Jetty's client reads into, unless somebody sets another response buffer size. */
  static final int BUFFER_BYTES = 16 * 1024;

  private final AtomicLong heldBytes = new AtomicLong();
  private final AtomicLong unreadBytes = new AtomicLong();
  private final AtomicLong beyondInitialBytes = new AtomicLong();
  private Buffer current;
  private long bytesIn;

  /** A network buffer, and how many parts of DATA in it are unread. */
  final class Buffer {
    private final AtomicInteger parts = new AtomicInteger();

    private void hold() {
      if (parts.getAndIncrement() == 0) {
        heldBytes.addAndGet(BUFFER_BYTES);
      }
    }

    /** One part of it has been consumed or dropped. */
    void release(int bytes) {
      unreadBytes.addAndGet(-bytes);
      if (parts.decrementAndGet() == 0) {
        heldBytes.addAndGet(-BUFFER_BYTES);
      }
    }
  }

  /** So much more, or less, is unread or may come on its streams beyond their initial windows. */
  void beyondInitial(int bytes) {
    beyondInitialBytes.addAndGet(bytes);
  }

  /** A part of a DATA frame has arrived; returns the buffer that it lies in. */
  Buffer received(ISession session, int bytes) {
    unreadBytes.addAndGet(bytes);
    long now = bytesIn(session);
    if (current == null || now != bytesIn || now < 0) { // the socket was read again since
      current = new Buffer();
      bytesIn = now;
    }
    current.hold();
    return current;
  }

  /** What the connection has read; -1 if that cannot be known: then a part has its own buffer. */
  private static long bytesIn(ISession session) {
    return session instanceof HTTP2Session http2
            && http2.getEndPoint().getConnection() instanceof HTTP2Connection connection
        ? connection.getBytesIn()
        : -1;
  }

  void addTo(UnreadBudget.Use use) {
    use.add(heldBytes.get(), unreadBytes.get(), beyondInitialBytes.get());
  }
}
