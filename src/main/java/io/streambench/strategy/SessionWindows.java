package io.streambench.strategy;

import java.lang.ref.Cleaner;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;

/**
 * The receive windows of one HTTP/2 session, independent of Jetty's classes. A stream gets credit
 * when its data is consumed, as with Jetty's own strategy, unless it may have ended. The session
 * gets credit when data arrives, so that an unread stream takes no window from others. While {@link
 * UnreadMemory} is short, the session gets credit when data is consumed, as with Jetty.
 * Thread-safe.
 */
final class SessionWindows {
  /** Credits an eighth of the session window at a time, so the sender always has most of it. */
  private static final int LOTS = 8;

  /** With fewer unread bytes, they say nothing about the memory that the next ones need. */
  private static final int PRICE_BYTES = 1 << 18;

  /**
   * Maximum frames per second for streams that the server may have ended. A Jetty server closes a
   * connection that sends more than 128 of them per second, RST_STREAM included. The server's
   * second may overlap two of ours.
   */
  private static final int MOST_EARLY = 32;

  /** Creates the cleaner lazily, when a stream ends with data that is unread or to be dropped. */
  private static final class Over {
    static final Cleaner CLEANER = Cleaner.create();
  }

  private final UnreadMemory memory;
  private final int window;
  private final int bufferBytes;
  private final int leastSpace;
  private final IntConsumer credit;
  private final AtomicLong heldBytes = new AtomicLong();
  private Buffer buffer; // used only by the receiving thread, like the next two
  private long readBytes;
  private long filledBytes;
  private int owed; // bytes received and not credited; guarded by this, like all fields below
  private int consumed; // of these
  private long earlySecond;
  private int early;
  private volatile long unread; // only written under the lock, like the next two
  private volatile int open;
  private volatile int streamWindow;

  /**
   * @param window session window in bytes
   * @param bufferBytes size of the buffers into which data is read from the network
   * @param leastSpace Jetty continues to fill a buffer in use that has this many bytes left; {@link
   *     Integer#MAX_VALUE} for never
   * @param credit sends a WINDOW_UPDATE for the session
   */
  SessionWindows(
      UnreadMemory memory, int window, int bufferBytes, int leastSpace, IntConsumer credit) {
    this.memory = memory;
    this.window = window;
    this.bufferBytes = bufferBytes;
    this.leastSpace = leastSpace;
    this.credit = credit;
  }

  /** Registers a new stream with this window in bytes. */
  StreamWindow opened(int bytes) {
    synchronized (this) {
      open++;
      streamWindow = bytes;
      memory.opened(this);
    }
    giveCredit();
    return new StreamWindow(bytes);
  }

  /**
   * Records that DATA has arrived and was deducted from Jetty's windows. Called by one thread at a
   * time. Which buffer holds it follows {@code HTTP2Connection.HTTP2Producer}.
   *
   * @param stream null if it is not known
   * @param connectionBytes bytes that the connection has read so far; they show which data came
   *     with the same read
   * @return the credit to give the stream, or 0
   */
  int received(StreamWindow stream, int length, long connectionBytes) {
    long read = connectionBytes - readBytes;
    readBytes = connectionBytes;
    if (buffer == null
        || read > 0 && (buffer.parts.get() == 0 || bufferBytes - filledBytes < leastSpace)) {
      buffer = new Buffer();
      filledBytes = 0;
    }
    filledBytes += read;
    int due = stream == null ? 0 : stream.received(buffer, length);
    moved(length, 0);
    memory.wake();
    return due;
  }

  /**
   * Records that the application has consumed data, or that Jetty has dropped it.
   *
   * @param stream null if it is not known
   * @param over whether credit for the stream is useless from now on
   * @return the credit to give the stream, or 0
   */
  int consumed(StreamWindow stream, int length, boolean over) {
    int due = stream == null ? 0 : stream.consumed(length, over);
    moved(0, length);
    memory.wake();
    return due;
  }

  /**
   * Records that a stream is over. Jetty may never report its unread data as consumed: after
   * trailers it stays queued.
   *
   * @param stream Jetty's object, which has the unread data
   * @param of its window; null if the connection ended while the stream began
   * @param dropped whether Jetty drops its data
   */
  void closed(Object stream, StreamWindow of, boolean dropped) {
    synchronized (this) {
      open--;
      if (open == 0) {
        memory.forget(this);
      }
    }
    if (dropped) {
      isEarlyAllowed();
    }
    memory.wake();
    if (of != null && (dropped || of.unread() > 0)) {
      Over.CLEANER.register(stream, () -> consumed(of, of.unread(), true));
    }
  }

  /** Sends the session the credit that it is owed, as far as memory allows. */
  void giveCredit() {
    moved(0, 0);
  }

  /** The memory that open streams may still need, at the current price of unread data. */
  long expectedBytes() {
    long bytes = unread;
    double price = bytes < PRICE_BYTES ? 1 : Math.max(1, (double) heldBytes.get() / bytes);
    return (long) (Math.min(window, (long) open * streamWindow) * price);
  }

  private void moved(int arrived, int taken) {
    int bytes;
    boolean stalls;
    synchronized (this) {
      unread += arrived - taken;
      owed += arrived;
      consumed = Math.min(owed, consumed + taken); // the rest was credited when it arrived
      bytes = owed > window / LOTS && memory.isFreeFor(this) ? owed : consumed;
      bytes = bytes > window / LOTS ? bytes : 0;
      owed -= bytes;
      consumed = bytes > 0 ? 0 : consumed;
      stalls = owed > window / 2;
    }
    if (bytes > 0) {
      credit.accept(bytes);
    } else if (stalls) {
      memory.warn();
    }
  }

  /** Counts a frame for a stream that may have ended. */
  private synchronized boolean isEarlyAllowed() {
    long second = memory.nanoTime() / 1_000_000_000;
    early = second == earlySecond ? early + 1 : 1;
    earlySecond = second;
    return early <= MOST_EARLY;
  }

  private void hold(int bytes) {
    heldBytes.addAndGet(bytes);
    memory.hold(bytes);
  }

  /** A network buffer. It counts as held while any part of it is unread. */
  private final class Buffer {
    private final AtomicInteger parts = new AtomicInteger();

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
  }

  private record Part(Buffer buffer, int length) {}

  /** One stream. Has no reference to Jetty's, so the cleaner can use it. */
  final class StreamWindow {
    private final int initial;
    private final Deque<Part> parts = new ArrayDeque<>();
    private int queued; // bytes of the parts
    private int unread;
    private int uncredited;
    private boolean seemsEnded; // its last frame was empty

    private StreamWindow(int initial) {
      this.initial = initial;
    }

    private synchronized int unread() {
      return unread;
    }

    private synchronized int received(Buffer buffer, int length) {
      buffer.retain();
      parts.add(new Part(buffer, length));
      queued += length;
      unread += length;
      seemsEnded = length == 0;
      return isFull() ? due() : 0;
    }

    private synchronized int consumed(int length, boolean over) {
      unread -= length;
      uncredited += length;
      while (!parts.isEmpty() && queued - parts.peek().length >= unread) {
        Part part = parts.remove();
        queued -= part.length;
        part.buffer.release();
      }
      return over ? 0 : due();
    }

    /** Returns whether the sender waits for credit. */
    private boolean isFull() {
      return unread + uncredited >= initial;
    }

    /**
     * Returns credit for half of the window at a time, as {@code BufferingFlowControlStrategy}
     * does, or 0. A stream that has ended gets none. Jetty reports the end only after all data is
     * read, so an empty frame counts as the end; if it was not, the sender still has window left.
     * While data is unread, the reader does not wait, so the credit may be delayed until the sender
     * has no window left.
     */
    private int due() {
      if (uncredited <= initial / 2 || seemsEnded && !isFull()) {
        return 0;
      }
      boolean few = isEarlyAllowed();
      int bytes = few || isFull() || unread == 0 ? uncredited : 0;
      uncredited -= bytes;
      return bytes;
    }
  }
}
