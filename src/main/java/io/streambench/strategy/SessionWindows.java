package io.streambench.strategy;

import java.lang.ref.Cleaner;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;

/**
 * The receive windows of one HTTP/2 session, independent of Jetty's classes. A stream gets credit
 * when its data is consumed, as with Jetty's own strategy, unless the stream may have ended. The
 * session gets credit when data arrives, so that an unread stream takes no window from others.
 * While {@link UnreadMemory} is not free, the session gets credit when data is consumed, as with
 * Jetty. Thread-safe.
 */
final class SessionWindows {
  /** Credit is sent once over 1/8 of the session window is due, so the sender keeps most of it. */
  private static final int CREDIT_DIVISOR = 8;

  /** With fewer unread bytes, their memory does not predict what further bytes will need. */
  private static final int MIN_BYTES_FOR_RATIO = 1 << 18;

  /**
   * Maximum frames per second for streams that the server may have ended. A Jetty server closes a
   * connection that sends more than 128 of them per second, RST_STREAM included. One second on the
   * server's clock may overlap two seconds on the client's.
   */
  private static final int MAX_LATE_FRAMES_PER_SECOND = 32;

  private static final Cleaner CLEANER = Cleaner.create();

  private final UnreadMemory memory;
  private final int window;
  private final int bufferBytes;
  private final int minBufferSpace;
  private final IntConsumer credit;
  private final AtomicLong heldBytes = new AtomicLong();
  private Buffer buffer = new Buffer(); // only the receiving thread uses this and the next field
  private long readBytes;
  private long consumed; // bytes not yet credited; this and the next two are guarded by this
  private long lateFrameSecond;
  private int lateFrames;
  private volatile int owedBytes; // bytes received and not credited; only written under the lock
  private volatile long unread;
  private volatile int open;
  private volatile int streamWindow;

  /**
   * @param window session window in bytes
   * @param bufferBytes size of the buffers into which data is read from the network
   * @param minBufferSpace Jetty continues to fill a buffer in use while at least this many bytes
   *     are free; {@link Integer#MAX_VALUE} if it never does
   * @param credit sends a WINDOW_UPDATE for the session
   */
  SessionWindows(
      UnreadMemory memory, int window, int bufferBytes, int minBufferSpace, IntConsumer credit) {
    this.memory = memory;
    this.window = window;
    this.bufferBytes = bufferBytes;
    this.minBufferSpace = minBufferSpace;
    this.credit = credit;
  }

  /** Registers a new stream with this window in bytes. */
  StreamWindow opened(int bytes) {
    streamWindow = bytes;
    changeOpen(1);
    return new StreamWindow(bytes);
  }

  private void changeOpen(int change) {
    synchronized (this) {
      open += change;
      memory.setOpen(this, open > 0);
    }
    memory.wake();
  }

  /**
   * Records that DATA has arrived and was deducted from Jetty's windows. Called by one thread at a
   * time. The buffer is chosen as in {@code HTTP2Connection.HTTP2Producer}.
   *
   * @param stream null if it is not known
   * @param connectionBytes bytes that the connection has read in total; they show which data
   *     arrived in the same read
   * @return the credit to give the stream, or 0
   */
  int received(StreamWindow stream, int length, long connectionBytes) {
    long read = connectionBytes - readBytes;
    readBytes = connectionBytes;
    if (read > 0 && (buffer.parts.get() == 0 || bufferBytes - buffer.filled < minBufferSpace)) {
      buffer = new Buffer();
    }
    buffer.filled += read;
    int due = stream == null ? 0 : stream.received(buffer, length);
    update(length, 0);
    memory.wake();
    return due;
  }

  /**
   * Records that the application has consumed data, or that Jetty has dropped it.
   *
   * @param stream null if it is not known
   * @param ended whether the stream has ended, so that further credit is useless
   * @return the credit to give the stream, or 0
   */
  int consumed(StreamWindow stream, int length, boolean ended) {
    int due = stream == null ? 0 : stream.consumed(length, ended);
    update(0, length);
    memory.wake();
    return due;
  }

  /**
   * Records that a stream has ended. Jetty may never report its unread data as consumed: after
   * trailers it stays queued.
   *
   * @param stream Jetty's stream, which holds the unread data
   * @param closedWindow the stream's window; null if the connection ended while the stream was
   *     being opened
   * @param dropped whether Jetty drops its data
   */
  void onStreamClosed(Object stream, StreamWindow closedWindow, boolean dropped) {
    changeOpen(-1);
    if (dropped) {
      allowsLateFrame(); // counts RST_STREAM
    }
    if (closedWindow != null && (dropped || closedWindow.unread() > 0)) {
      CLEANER.register(stream, () -> consumed(closedWindow, closedWindow.unread(), true));
    }
  }

  /** Whether the session is owed enough credit to get it while memory is free. */
  boolean isWaiting() {
    return owedBytes > window / CREDIT_DIVISOR;
  }

  /** Bytes that open streams may still need, at the present ratio of memory to unread data. */
  long expectedBytes() {
    long bytes = unread;
    double memoryPerByte =
        bytes < MIN_BYTES_FOR_RATIO ? 1 : Math.max(1, (double) heldBytes.get() / bytes);
    return (long) (Math.min(window, (long) open * streamWindow) * memoryPerByte);
  }

  /** Counts these bytes, and gives the session its due credit as far as memory allows. */
  void update(int receivedBytes, int consumedBytes) {
    int bytes = 0;
    synchronized (this) {
      unread += receivedBytes - consumedBytes;
      owedBytes += receivedBytes;
      boolean isFree = isWaiting() && memory.isFree();
      consumed =
          isFree
              ? owedBytes
              : Math.min(owedBytes, consumed + consumedBytes); // the rest has already been credited
      if (consumed > window / CREDIT_DIVISOR) {
        bytes = (int) consumed;
        owedBytes -= bytes;
        consumed = 0;
      }
    }
    if (bytes > 0) {
      credit.accept(bytes);
    } else if (owedBytes > window / 2) {
      memory.warn();
    }
  }

  /** Counts a frame for a stream that may have ended; returns whether the limit allows it. */
  private synchronized boolean allowsLateFrame() {
    long second = memory.nanoTime() / 1_000_000_000;
    lateFrames = second == lateFrameSecond ? lateFrames + 1 : 1;
    lateFrameSecond = second;
    return lateFrames <= MAX_LATE_FRAMES_PER_SECOND;
  }

  /**
   * A network buffer. It counts as held while any part of it is unread. Counting a buffer for each
   * part would double the sum, because a full frame spans two buffers, and streams share buffers.
   */
  private final class Buffer {
    private final AtomicInteger parts = new AtomicInteger();
    private long filled;

    private void retain() {
      if (parts.getAndIncrement() == 0) {
        hold(bufferBytes);
      }
    }

    private void release() {
      if (parts.decrementAndGet() == 0) {
        hold(-bufferBytes);
      }
    }

    private void hold(int bytes) {
      heldBytes.addAndGet(bytes);
      memory.hold(bytes);
    }
  }

  /** A buffer and the stream offset at which its data ends. */
  private record Part(Buffer buffer, long end) {}

  /**
   * The window of one stream. Holds no reference to Jetty's stream, so that the cleaner can run.
   */
  final class StreamWindow {
    private final int initialBytes;
    private final Deque<Part> parts = new ArrayDeque<>();
    private long received;
    private long consumed;
    private long credited;
    private boolean seemsEnded; // its last frame was empty

    private StreamWindow(int initialBytes) {
      this.initialBytes = initialBytes;
    }

    private synchronized int unread() {
      return (int) (received - consumed);
    }

    private synchronized int received(Buffer buffer, int length) {
      buffer.retain();
      received += length;
      parts.add(new Part(buffer, received));
      seemsEnded = length == 0;
      return isFull() ? dueCredit() : 0;
    }

    private synchronized int consumed(int length, boolean ended) {
      consumed += length;
      while (!parts.isEmpty() && parts.peek().end <= consumed) {
        parts.remove().buffer.release();
      }
      return ended ? 0 : dueCredit();
    }

    /** Returns whether the sender waits for credit. */
    private boolean isFull() {
      return received - credited >= initialBytes;
    }

    /**
     * Returns the due credit, or 0 up to half of the window, as {@code
     * BufferingFlowControlStrategy} does. A stream that has ended gets none. Jetty reports the end
     * only after all data is read, so an empty frame counts as the end; if it was not the end, the
     * sender still has window left. While data is unread, the reader is not waiting, so the credit
     * may be delayed until the sender has no window left.
     */
    private int dueCredit() {
      long bytes = consumed - credited;
      boolean canWait = !isFull() && unread() > 0;
      if (bytes <= initialBytes / 2 || seemsEnded && !isFull() || !allowsLateFrame() && canWait) {
        return 0;
      }
      credited += bytes;
      return (int) bytes;
    }
  }
}
