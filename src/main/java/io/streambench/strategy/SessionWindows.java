package io.streambench.strategy;

import java.lang.ref.Cleaner;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The receive windows of one HTTP/2 session, without a class of Jetty's. A stream gets credit when
 * its data is consumed, as from Jetty's own strategy, but for streams that may have ended. The
 * session gets it when data arrives, so that a stream that nobody reads takes no window from
 * others; while {@link UnreadMemory} is short, it gets it when data is consumed, as from Jetty.
 * Thread-safe.
 */
final class SessionWindows {
  /** HTTP/2's own (RFC 9113, 6.9.2). */
  static final int SMALLEST_WINDOW = 65_535;

  /** A frame for each eighth of the session window: the sender always has most of it. */
  private static final int LOTS = 8;

  /** The price of unread data is worked out anew after so many bytes, and counts from so many. */
  private static final int PRICE_BYTES = 1 << 18;

  /**
   * Frames a second for streams that the server may have ended. A Jetty server closes a connection
   * on which more than 128 come, RST_STREAM among them; a second may touch two of these.
   */
  private static final int MOST_EARLY = 32;

  private static final long SECOND_NANOS = 1_000_000_000L;

  /** Sends a WINDOW_UPDATE. */
  interface Credit {
    void send(int bytes);
  }

  /** For streams that are over while data of them is unread, or about to be dropped. */
  private static final class Over {
    static final Cleaner CLEANER = Cleaner.create();
  }

  private final UnreadMemory memory;
  private final int window;
  private final Credit credit;
  private final NetworkReads reads;
  private final AtomicLong heldBytes = new AtomicLong();
  private final Early early;
  private long receivedBytes; // from here on under the lock
  private long creditedBytes;
  private long consumedBytes;
  private long consumedAtCredit;
  private int open;
  private int streamWindow;
  private long expectedBytes;
  private long movedBytes;

  /**
   * @param window of the session, in bytes
   * @param bufferBytes of the buffers into which data is read from the network
   * @param leastSpace a buffer that is in use is read into again if it has this many bytes left;
   *     {@link Integer#MAX_VALUE} for never
   */
  SessionWindows(UnreadMemory memory, int window, int bufferBytes, int leastSpace, Credit credit) {
    this.memory = memory;
    this.window = window;
    this.reads = new NetworkReads(bufferBytes, leastSpace);
    this.credit = credit;
    this.early = new Early(memory);
  }

  /**
   * A stream begins. {@link #giveCredit} is to follow once the stream is known by its window.
   *
   * @param bytes its window
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
   * DATA has arrived, and was taken off Jetty's windows. Called by one thread at a time.
   *
   * @param stream null if it is not known
   * @param readBytes that the connection has read so far, by which data of one read is recognized
   */
  void received(StreamWindow stream, int length, long readBytes) {
    Buffer buffer = reads.buffer(readBytes);
    if (stream != null) {
      stream.received(buffer, length);
    }
    moved(length, 0);
  }

  /**
   * The application has consumed data, or Jetty has dropped it.
   *
   * @param stream null if it is not known
   * @param over whether no credit of the stream can be of use any more
   */
  void consumed(StreamWindow stream, int length, boolean over) {
    if (stream != null) {
      stream.consumed(length, over, early);
    }
    moved(0, length);
  }

  /**
   * A stream is over, though its data may be unread.
   *
   * @param stream null if it is not known: its connection ended while it began
   * @param dropped whether Jetty drops what comes for it
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
      giveCredit(); // another may have been opened meanwhile
    }
    if (stream != null && (dropped || !stream.unread.isEmpty())) {
      // Nobody says if what trailers left in its queue is never read.
      Over.CLEANER.register(stream, stream.unread::release);
    }
  }

  /** Sends what the session is owed and may have now. */
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
      // What was consumed while there was memory is no claim to credit when there is none.
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

  /** Says what open streams may still bring, at the price of what is unread. */
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

  /** A buffer of the network's. It is held for as long as a part of it is unread. */
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

  /** Which data lies in which buffer ({@code HTTP2Connection.HTTP2Producer}). */
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

  /** What of one stream is unread, part by part. Knows nothing of the stream or its session. */
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
        part.buffer.release(); // without the lock: others may get credit by it
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

  /** How many frames streams that may have ended can have in this second. */
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

    /** What the sender may still send, and whether its last frame was empty. */
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
     * Gives credit for half of the window at a time, as {@code BufferingFlowControlStrategy}. Not
     * to a stream that has ended, which Jetty does not tell before all is read; an empty frame
     * shows it (and if not, the sender has window left). While something is unread, its reader does
     * not wait, and the credit may, until the sender has no window left.
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

    /** Called with the lock. */
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
