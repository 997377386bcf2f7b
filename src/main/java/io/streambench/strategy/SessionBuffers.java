package io.streambench.strategy;

import org.eclipse.jetty.http2.ISession;

/**
 * The network buffers of one session that hold unread DATA, and what may still come. Jetty reads
 * from the socket into a buffer and hands out slices of it; the buffer is free when every slice has
 * been consumed, and it is as large for one byte as for all ({@code HTTP2Connection.onData}). One
 * thread receives; any may consume.
 */
final class SessionBuffers {
  /** The size that Jetty's client reads into, unless somebody sets another response buffer size. */
  static final int BUFFER_BYTES = 16 * 1024;

  private long heldBytes;
  private long unreadBytes;
  private long beyondInitialBytes;
  private Buffer current;
  private long bytesIn;

  /** A network buffer, and how many parts of DATA in it are unread. */
  final class Buffer {
    private int parts;

    /** Lets go of one part, which has been consumed or dropped. */
    void release(int bytes) {
      synchronized (SessionBuffers.this) {
        unreadBytes -= bytes;
        if (--parts == 0) {
          heldBytes -= BUFFER_BYTES;
        }
      }
    }
  }

  /**
   * Adds bytes that are unread or may come beyond the initial windows of its streams; negative ones
   * are taken off.
   */
  synchronized void beyondInitial(int bytes) {
    beyondInitialBytes += bytes;
  }

  /** A part of a DATA frame has arrived; returns the buffer that it lies in. */
  synchronized Buffer received(ISession session, int bytes) {
    long now = JettyFrames.bytesIn(session);
    // The socket was read again since; where that is not known, a part has its own buffer.
    if (current == null || now != bytesIn || now < 0) {
      current = new Buffer();
      bytesIn = now;
    }
    unreadBytes += bytes;
    if (current.parts++ == 0) {
      heldBytes += BUFFER_BYTES;
    }
    return current;
  }

  /** All sums of one moment: one that is older than the other would make a byte look dear. */
  synchronized void addTo(UnreadBudget.Use use) {
    use.add(heldBytes, unreadBytes, beyondInitialBytes);
  }
}
