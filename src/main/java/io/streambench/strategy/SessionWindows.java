package io.streambench.strategy;

import java.lang.ref.Cleaner;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The receive windows of one HTTP/2 session, independent of Jetty's classes. A stream gets credit
 * when its data is consumed, as with Jetty's own strategy, unless it may have ended. The session
 * gets credit when data arrives, so that an unread stream takes no window from others. While {@link
 * UnreadMemory} is short, the session gets credit when data is consumed, as with Jetty.
 * Thread-safe.
 */
final class SessionWindows {
  /** HTTP/2's default (RFC 9113, 6.9.2). */
  static final int SMALLEST_WINDOW = 65_535;

  /** Credits an eighth of the session window at a time, so the sender always has most of it. */
  private static final int LOTS = 8;

  /** Bytes between updates of the price (memory per unread byte); it is 1 for fewer unread. */
  private static final int PRICE_BYTES = 1 << 18;

  /**
   * Maximum frames per second for streams that the server may have ended. A Jetty server closes a
   * connection that sends more than 128 of them per second, RST_STREAM included. The server's
   * second may overlap two of ours.
   */
  private static final int MOST_EARLY = 32;

  private static final long SECOND_NANOS = 1_000_000_000L;

  /** Sends a WINDOW_UPDATE. */
  interface Credit {
    void send(int bytes);
  }

  /** Creates the cleaner lazily, when a stream ends with data that is unread or to be dropped. */
  private static final class Over {
    static final Cleaner CLEANER = Cleaner.create();
  }

  private final UnreadMemory memory;
  private final int window;
  private final Credit credit;
  private final NetworkReads reads;
  private final AtomicLong heldBytes = new AtomicLong();
  private final Early early;
  private long receivedBytes; // guarded by this, like all fields below
  private long creditedBytes;
  private long consumedBytes;
  private long consumedAtCredit;
  private int open;
  private int streamWindow;
  private long expectedBytes;
  private long movedBytes;

  /**
   * @param window session window in bytes
   * @param bufferBytes size of the buffers into which data is read from the network
   * @param leastSpace Jetty continues to fill a buffer in use that has this many bytes left; {@link
   *     Integer#MAX_VALUE} for never
   */
  SessionWindows(UnreadMemory memory, int window, int bufferBytes, int leastSpace, Credit credit) {
    this.memory = memory;
    this.window = window;
    this.reads = new NetworkReads(bufferBytes, leastSpace);
    this.credit = credit;
    this.early = new Early(memory);
  }

  /**
   * Registers a new stream. The caller must call {@link #giveCredit} once it has stored the
   * returned window.
   *
   * @param bytes the stream's window
   */
  StreamWindow opened(int bytes, Credit ofStream) {
    synchronized (this) {
      open++;
      streamWindow = bytes;
    }
    expect();
    return new StreamWindow(bytes, ofStream);
  }

  /**
   * Records that DATA has arrived and was deducted from Jetty's windows. Called by one thread at a
   * time.
   *
   * @param stream null if it is not known
   * @param readBytes bytes that the connection has read so far; they show which data came with the
   *     same read
   */
  void received(StreamWindow stream, int length, long readBytes) {
    Buffer buffer = reads.buffer(readBytes);
    if (stream != null) {
      stream.received(buffer, length);
    }
    moved(length, 0);
  }

  /**
   * Records that the application has consumed data, or that Jetty has dropped it.
   *
   * @param stream null if it is not known
   * @param over whether credit for the stream is useless from now on
   */
  void consumed(StreamWindow stream, int length, boolean over) {
    if (stream != null) {
      stream.consumed(length, over, early);
    }
    moved(0, length);
  }

  /**
   * Records that a stream is over; its data may still be unread.
   *
   * @param stream null if unknown, because the connection ended while the stream began
   * @param dropped whether Jetty drops its data
   */
  void closed(StreamWindow stream, boolean dropped) {
    boolean last;
    synchronized (this) {
      open--;
      last = open == 0;
    }
    if (dropped) {
      early.take();
    }
    expect();
    if (last) {
      memory.forget(this);
      giveCredit(); // another stream may have been opened meanwhile
    }
    if (stream != null && (dropped || !stream.unread.isEmpty())) {
      // Jetty does not report queued data (after trailers) that is never read.
      Over.CLEANER.register(stream, stream.unread::release);
    }
  }

  /** Sends the session the credit that it is owed, as far as memory allows. */
  void giveCredit() {
    moved(0, 0);
  }

  private void moved(int received, int consumed) {
    boolean repriced;
    long bytes;
    boolean stalls;
    synchronized (this) {
      receivedBytes += received;
      consumedBytes += consumed;
      movedBytes += received + consumed;
      repriced = movedBytes >= PRICE_BYTES;
      movedBytes = repriced ? 0 : movedBytes;
      long owed = receivedBytes - creditedBytes;
      // Data consumed while memory was free was credited on receipt: do not credit it again.
      consumedAtCredit = Math.max(consumedAtCredit, consumedBytes - owed);
      boolean free = owed > window / LOTS && memory.isFreeFor(this);
      bytes = free ? owed : consumedBytes - consumedAtCredit;
      if (bytes > window / LOTS) {
        creditedBytes += bytes;
        consumedAtCredit = free ? consumedBytes : consumedAtCredit + bytes;
        stalls = false;
      } else {
        bytes = 0;
        stalls = owed > window / 2;
      }
    }
    if (repriced) {
      expect();
    }
    if (bytes > 0) {
      credit.send((int) bytes);
    } else if (stalls) {
      memory.warn();
    }
  }

  /** Updates the memory that open streams may still need, at the current price of unread data. */
  private void expect() {
    long change;
    synchronized (this) {
      long unread = receivedBytes - consumedBytes;
      double price = unread < PRICE_BYTES ? 1 : Math.max(1, (double) heldBytes.get() / unread);
      long most = (long) (Math.min(window, (long) open * streamWindow) * price);
      change = most - expectedBytes;
      expectedBytes = most;
    }
    memory.expect(change);
  }

  /** A network buffer. It counts as held while any part of it is unread. */
  private static final class Buffer extends AtomicInteger {
    private static final long serialVersionUID = 1L;

    private final transient UnreadMemory memory;
    private final transient AtomicLong heldBytes;
    private final int bytes;

    Buffer(UnreadMemory memory, AtomicLong heldBytes, int bytes) {
      this.memory = memory;
      this.heldBytes = heldBytes;
      this.bytes = bytes;
    }

    void retain() {
      if (getAndIncrement() == 0) {
        heldBytes.addAndGet(bytes);
        memory.hold(bytes);
      }
    }

    void release() {
      if (decrementAndGet() == 0) {
        heldBytes.addAndGet(-bytes);
        memory.release(bytes);
      }
    }
  }

  /** Tracks which network buffer holds which data ({@code HTTP2Connection.HTTP2Producer}). */
  private final class NetworkReads {
    private final int bufferBytes;
    private final int leastSpace;
    private Buffer buffer;
    private long readBytes;
    private long filledBytes;

    NetworkReads(int bufferBytes, int leastSpace) {
      this.bufferBytes = bufferBytes;
      this.leastSpace = leastSpace;
    }

    Buffer buffer(long bytes) {
      long read = bytes - readBytes;
      readBytes = bytes;
      if (buffer == null
          || read > 0 && (buffer.get() == 0 || bufferBytes - filledBytes < leastSpace)) {
        buffer = new Buffer(memory, heldBytes, bufferBytes);
        filledBytes = 0;
      }
      filledBytes += read;
      return buffer;
    }
  }

  /** The unread parts of one stream. Has no reference to the stream, so a cleaner can use it. */
  private static final class Unread {
    private final Deque<Part> parts = new ArrayDeque<>();
    private long consumed;

    private record Part(Buffer buffer, int length) {}

    void add(Buffer buffer, int length) {
      buffer.retain();
      synchronized (parts) {
        parts.add(new Part(buffer, length));
      }
    }

    boolean isEmpty() {
      synchronized (parts) {
        return parts.isEmpty();
      }
    }

    void remove(int length) {
      synchronized (parts) {
        consumed += length;
      }
      for (Part part = next(); part != null; part = next()) {
        part.buffer.release(); // outside the lock: it may give credit to other sessions
      }
    }

    private Part next() {
      synchronized (parts) {
        Part first = parts.peek();
        if (first == null || first.length > consumed) {
          return null;
        }
        consumed -= first.length;
        return parts.remove();
      }
    }

    void release() {
      remove(Integer.MAX_VALUE);
    }
  }

  /** Limits the frames per second for streams that may have ended. */
  private static final class Early {
    private final UnreadMemory memory;
    private long beginNanos;
    private int taken;

    Early(UnreadMemory memory) {
      this.memory = memory;
      this.beginNanos = memory.nanoTime();
    }

    synchronized boolean take() {
      long now = memory.nanoTime();
      if (now - beginNanos >= SECOND_NANOS) {
        beginNanos = now;
        taken = 0;
      }
      return taken++ < MOST_EARLY;
    }
  }

  /** One stream. */
  static final class StreamWindow {
    private final int initial;
    private final Credit credit;
    private final Unread unread = new Unread();
    private int uncredited;

    /** Bytes that the sender may still send. {@code seemsEnded}: its last frame was empty. */
    private long left;

    private boolean seemsEnded;

    private StreamWindow(int initial, Credit credit) {
      this.initial = initial;
      this.credit = credit;
      this.left = initial;
    }

    private void received(Buffer buffer, int length) {
      unread.add(buffer, length);
      int bytes;
      synchronized (this) {
        left -= length;
        seemsEnded = length == 0;
        bytes = left <= 0 ? due() : 0; // the sender waits
      }
      send(bytes);
    }

    /**
     * Gives credit for half of the window at a time, as {@code BufferingFlowControlStrategy} does.
     * A stream that has ended gets none. Jetty reports the end only after all data is read, so an
     * empty frame counts as the end; if it was not, the sender still has window left. While data is
     * unread, the reader does not wait, so the credit may be delayed until the sender has no window
     * left.
     */
    private void consumed(int length, boolean over, Early early) {
      unread.remove(length);
      int bytes;
      synchronized (this) {
        uncredited += length;
        if (over || uncredited <= initial / 2 || seemsEnded && left > 0) {
          return;
        }
        boolean few = early.take();
        bytes = few || left <= 0 || unread.isEmpty() ? due() : 0;
      }
      send(bytes);
    }

    /** Returns the credit to send, or 0. Called with the lock held. */
    private int due() {
      int bytes = uncredited > initial / 2 ? uncredited : 0;
      uncredited -= bytes;
      left += bytes;
      return bytes;
    }

    private void send(int bytes) {
      if (bytes > 0) {
        credit.send(bytes);
      }
    }
  }
}
