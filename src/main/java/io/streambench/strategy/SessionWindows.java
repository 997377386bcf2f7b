package io.streambench.strategy;

import java.lang.ref.Cleaner;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;

/**
 * Decides when an HTTP/2 session and its streams get credit. Does not depend on Jetty's classes. A
 * stream gets credit when its data is consumed, as with Jetty's own strategy. The session gets
 * credit when data arrives, so that unread data of one stream does not block other streams. While
 * {@link UnreadMemory} is not free, the session gets credit only when data is consumed.
 * Thread-safe.
 */
final class SessionWindows {
  /** The session gets credit as soon as the due credit exceeds 1/8 of the session window. */
  private static final int CREDIT_THRESHOLD_DIVISOR = 8;

  /** The minimum number of unread bytes for estimating how much memory an unread byte holds. */
  private static final int MIN_BYTES_FOR_RATIO = 1 << 18;

  /**
   * The maximum frames per second for streams that the server may have closed. A Jetty server
   * closes a connection that sends more than 128 of these frames per second, including RST_STREAM.
   * One second on the server's clock may overlap two seconds on the client's clock.
   */
  private static final int MAX_LATE_FRAMES_PER_SECOND = 32;

  private static final Cleaner CLEANER = Cleaner.create();

  private final UnreadMemory memory;
  private final int window; // the heap dump reader finds this field and owedBytes by name
  private final int bufferBytes;
  private final int minFreeBufferBytes;
  private final IntConsumer creditSender;
  private final AtomicLong heldBytes = new AtomicLong();
  private Buffer buffer = new Buffer(); // only the receiving thread uses this field and the next
  private long readBytes;
  private long creditableBytes; // not yet credited; this field and the next two are guarded by this
  private long lateFrameSecond;
  private int lateFrameCount;
  private volatile int owedBytes; // bytes received and not credited; only written under the lock
  private volatile long unreadBytes;
  private volatile int openStreamCount;
  private volatile int streamWindowBytes;

  /**
   * @param window session window in bytes
   * @param bufferBytes size of the buffers into which data is read from the network
   * @param minFreeBufferBytes the minimum number of free bytes at which Jetty refills a buffer that
   *     is in use; {@link Integer#MAX_VALUE} if Jetty never refills such a buffer
   * @param creditSender sends a WINDOW_UPDATE for the session
   */
  SessionWindows(
      UnreadMemory memory,
      int window,
      int bufferBytes,
      int minFreeBufferBytes,
      IntConsumer creditSender) {
    this.memory = memory;
    this.window = window;
    this.bufferBytes = bufferBytes;
    this.minFreeBufferBytes = minFreeBufferBytes;
    this.creditSender = creditSender;
  }

  /** Registers a new stream with a receive window of {@code bytes} bytes. */
  StreamWindow onStreamOpened(int bytes) {
    streamWindowBytes = bytes;
    changeOpenStreams(1);
    return new StreamWindow(bytes);
  }

  private void changeOpenStreams(int change) {
    synchronized (this) {
      openStreamCount += change;
      memory.setHasOpenStreams(this, openStreamCount > 0);
    }
    memory.creditWaitingSessions();
  }

  /**
   * Records a DATA frame that Jetty has deducted from its windows. Must be called by one thread at
   * a time. Determines the network buffer that holds the data by the rules of {@code
   * HTTP2Connection.HTTP2Producer}.
   *
   * @param stream null if unknown
   * @param connectionBytes the number of bytes that the connection has read so far; this number is
   *     the same for frames that arrived in the same read
   * @return the credit to give the stream, or 0
   */
  int onDataReceived(StreamWindow stream, int length, long connectionBytes) {
    long read = connectionBytes - readBytes;
    readBytes = connectionBytes;
    if (read > 0
        && (buffer.partCount.get() == 0 || bufferBytes - buffer.filledBytes < minFreeBufferBytes)) {
      buffer = new Buffer();
    }
    buffer.filledBytes += read;
    int due = stream == null ? 0 : stream.addReceived(buffer, length);
    updateCredit(length, 0);
    memory.creditWaitingSessions();
    return due;
  }

  /**
   * Records that the application has consumed data, or that Jetty has dropped it.
   *
   * @param stream null if unknown
   * @param hasEnded whether the stream has ended and thus needs no more credit
   * @return the credit to give the stream, or 0
   */
  int onDataConsumed(StreamWindow stream, int length, boolean hasEnded) {
    int due = stream == null ? 0 : stream.addConsumed(length, hasEnded);
    updateCredit(0, length);
    memory.creditWaitingSessions();
    return due;
  }

  /**
   * Records that a stream was closed. Jetty may never report the stream's unread data as consumed.
   * The data therefore counts as consumed when Jetty's stream is garbage-collected.
   *
   * @param stream Jetty's stream, which holds the unread data
   * @param closedWindow the stream's window; null if the connection ended while the stream was
   *     being opened
   * @param isDropped whether Jetty drops the stream's data
   */
  void onStreamClosed(Object stream, StreamWindow closedWindow, boolean isDropped) {
    changeOpenStreams(-1);
    if (isDropped) {
      tryAcquireLateFrame(); // counts RST_STREAM
    }
    if (closedWindow != null && (isDropped || closedWindow.unreadBytes() > 0)) {
      CLEANER.register(
          stream, () -> onDataConsumed(closedWindow, closedWindow.unreadBytes(), true));
    }
  }

  /** Returns whether the due credit of the session is large enough for a WINDOW_UPDATE. */
  boolean isWaitingForCredit() {
    return owedBytes > window / CREDIT_THRESHOLD_DIVISOR;
  }

  /** Returns the memory that open streams may still need, estimated from the unread data. */
  long expectedBytes() {
    long bytes = unreadBytes;
    double memoryPerByte =
        bytes < MIN_BYTES_FOR_RATIO ? 1 : Math.max(1, (double) heldBytes.get() / bytes);
    return (long) (Math.min(window, (long) openStreamCount * streamWindowBytes) * memoryPerByte);
  }

  /** Counts received and consumed bytes. Gives the session due credit as far as memory allows. */
  void updateCredit(int receivedBytes, int consumedBytes) {
    int bytes = 0;
    synchronized (this) {
      unreadBytes += receivedBytes - consumedBytes;
      owedBytes += receivedBytes;
      boolean isFree = isWaitingForCredit() && memory.isFree();
      creditableBytes =
          isFree
              ? owedBytes
              : Math.min(
                  owedBytes, creditableBytes + consumedBytes); // the rest has already been credited
      if (creditableBytes > window / CREDIT_THRESHOLD_DIVISOR) {
        bytes = (int) creditableBytes;
        owedBytes -= bytes;
        creditableBytes = 0;
      }
    }
    if (bytes > 0) {
      creditSender.accept(bytes);
    } else if (owedBytes > window / 2) {
      memory.warnAboutLowMemory();
    }
  }

  /** Counts a frame for a possibly ended stream, and returns whether the rate limit allows it. */
  private synchronized boolean tryAcquireLateFrame() {
    long second = memory.nanoTime() / 1_000_000_000;
    lateFrameCount = second == lateFrameSecond ? lateFrameCount + 1 : 1;
    lateFrameSecond = second;
    return lateFrameCount <= MAX_LATE_FRAMES_PER_SECOND;
  }

  /**
   * A network buffer, which holds memory while any of its data is unread. Memory is counted per
   * buffer rather than per frame, because several frames and streams share a buffer.
   */
  private final class Buffer {
    private final AtomicInteger partCount = new AtomicInteger();
    private long filledBytes;

    private void retain() {
      if (partCount.getAndIncrement() == 0) {
        addHeldBytes(bufferBytes);
      }
    }

    private void release() {
      if (partCount.decrementAndGet() == 0) {
        addHeldBytes(-bufferBytes);
      }
    }

    private void addHeldBytes(int bytes) {
      heldBytes.addAndGet(bytes);
      memory.addHeldBytes(bytes);
    }
  }

  /**
   * A part of a stream's data that lies in one buffer and ends at stream offset {@code endOffset}.
   */
  private record Part(Buffer buffer, long endOffset) {}

  /**
   * The window of one stream. Has no reference to Jetty's stream, so that Jetty's stream can be
   * garbage-collected.
   */
  final class StreamWindow {
    private final int initialBytes;
    private final Deque<Part> parts = new ArrayDeque<>();
    private long receivedBytes;
    private long consumedBytes;
    private long creditedBytes;
    private boolean seemsEnded; // its last frame was empty

    private StreamWindow(int initialBytes) {
      this.initialBytes = initialBytes;
    }

    private synchronized int unreadBytes() {
      return (int) (receivedBytes - consumedBytes);
    }

    private synchronized int addReceived(Buffer buffer, int length) {
      buffer.retain();
      receivedBytes += length;
      parts.add(new Part(buffer, receivedBytes));
      seemsEnded = length == 0;
      return isExhausted() ? takeDueCredit() : 0;
    }

    private synchronized int addConsumed(int length, boolean hasEnded) {
      consumedBytes += length;
      while (!parts.isEmpty() && parts.peek().endOffset <= consumedBytes) {
        parts.remove().buffer.release();
      }
      return hasEnded ? 0 : takeDueCredit();
    }

    /** Returns whether the sender has no window left. */
    private boolean isExhausted() {
      return receivedBytes - creditedBytes >= initialBytes;
    }

    /**
     * Returns the credit to send now. Returns 0 if the due credit is at most half of the window, as
     * in {@code BufferingFlowControlStrategy}. Unless the window is exhausted, also returns 0 if
     * the last frame was empty, because the stream has probably ended, or if data is unread and the
     * rate limit for late frames is reached.
     */
    private int takeDueCredit() {
      long bytes = consumedBytes - creditedBytes;
      boolean canWait = !isExhausted() && unreadBytes() > 0;
      if (bytes <= initialBytes / 2
          || seemsEnded && !isExhausted()
          || !tryAcquireLateFrame() && canWait) {
        return 0;
      }
      creditedBytes += bytes;
      return (int) bytes;
    }
  }
}
