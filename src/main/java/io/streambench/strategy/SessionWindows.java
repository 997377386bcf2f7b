package io.streambench.strategy;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The receive windows of one HTTP/2 session, without a class of Jetty's. Credit for the session is
 * given when DATA arrives, so a stream that nobody reads takes no window from others; credit for a
 * stream is given when its data is consumed. Thread-safe.
 *
 * <p>With a {@link ReceiveMemory} the window of streams follows what is free of it: each stream may
 * hold what all streams of the session together leave free, down to a window that every stream
 * keeps. This is the dynamic threshold of Choudhury and Hahne ("Dynamic Queue Length Thresholds for
 * Shared-Memory Packet Switches", 1998) with alpha = 1: n streams that are not read hold n / (n +
 * 1) of the limit, and the next one still finds a part as large as theirs. The window is announced
 * by SETTINGS_INITIAL_WINDOW_SIZE, which changes streams that are open as well (RFC 9113, 6.9.2).
 */
final class SessionWindows {
  /** A session window that limits neither memory nor what is on the way. */
  static final int SESSION_WINDOW = 1 << 30;

  /** The window that every stream keeps: HTTP/2's own (RFC 9113, 6.9.2). */
  static final int SMALLEST_WINDOW = 65_535;

  /** A frame for each eighth of the session window: the sender always has most of it. */
  private static final int SESSION_LOTS = 8;

  /**
   * Streams get credit for a little less than half of the window at a time: two lots fit into it,
   * so over a long way a round trip brings almost all of it.
   */
  private static final double STREAM_LOT = 7.0 / 16;

  /** What is free is looked at again after so many bytes. */
  private static final int LOOK_BYTES = 1 << 17;

  private static final long RAISE_NANOS = 500_000_000;

  /** Sends frames to the peer. */
  interface Peer {
    /**
     * Sends a WINDOW_UPDATE.
     *
     * @param stream null for the session
     */
    void credit(Object stream, int bytes);

    /** Sends SETTINGS_INITIAL_WINDOW_SIZE. */
    void announce(int initialWindow);

    /** Returns whether no credit of the stream can be of use any more. */
    boolean isOver(Object stream);
  }

  private final Peer peer;
  private final ReceiveMemory memory;
  private final LongSupplier nanoTime;
  private final UnusedCredit unusedCredit;
  private final Map<Object, StreamWindow> streams = new ConcurrentHashMap<>();

  /**
   * Streams that ended long before they were read: trailers end them while data is queued. Nobody
   * says if they are never read, so they are held weakly.
   */
  private final Map<Object, StreamWindow> unreadAtEnd =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final AtomicBoolean looking = new AtomicBoolean();
  private volatile int window = SMALLEST_WINDOW;
  private volatile int largestWindow;
  private volatile int sessionWindow = SMALLEST_WINDOW;
  private volatile long changedAtNanos;
  private int uncredited; // of the one thread that receives
  private int receivedSinceLook; // of the same

  /**
   * @param memory null for a window that stays as it is
   */
  SessionWindows(Peer peer, ReceiveMemory memory, LongSupplier nanoTime) {
    this.peer = peer;
    this.memory = memory;
    this.nanoTime = nanoTime;
    this.unusedCredit = new UnusedCredit(nanoTime);
    this.changedAtNanos = nanoTime.getAsLong();
    if (memory != null) {
      memory.add(this);
    }
  }

  boolean followsMemory() {
    return memory != null;
  }

  /** The window with which the connection begins, in bytes: never exceeded. */
  void begins(int initialWindow) {
    if (largestWindow == 0) {
      window = initialWindow;
      largestWindow = initialWindow;
    }
  }

  /** The session's window is as large as it was ever seen: a connection begins with less. */
  void sessionWindow(int bytes) {
    sessionWindow = Math.max(sessionWindow, bytes);
  }

  void opened(Object stream) {
    streams.put(stream, new StreamWindow());
    if (window < largestWindow) {
      look();
    }
  }

  /**
   * A stream is over.
   *
   * @param dropped whether nobody will read what is queued
   */
  void closed(Object stream, boolean dropped) {
    StreamWindow known = streams.remove(stream);
    if (known == null) {
      return;
    }
    if (!dropped && known.countedBytes() > SMALLEST_WINDOW) {
      unreadAtEnd.put(stream, known);
    }
  }

  /**
   * DATA has arrived, and was taken off Jetty's windows. Called by one thread at a time.
   *
   * @param stream null if it is not known
   */
  void received(Object stream, int length) {
    StreamWindow known = stream == null ? null : streams.get(stream);
    if (known != null) {
      known.received(length);
    }
    uncredited += length;
    if (uncredited > sessionWindow / SESSION_LOTS) {
      int credit = uncredited;
      uncredited = 0;
      peer.credit(null, credit);
    }
    receivedSinceLook += length;
    if (receivedSinceLook >= LOOK_BYTES) {
      receivedSinceLook = 0;
      look();
    }
  }

  /** The application has consumed data, or Jetty has dropped it. */
  void consumed(Object stream, int length) {
    if (length <= 0 || stream == null) {
      return;
    }
    StreamWindow known = streams.get(stream);
    if (known == null) {
      StreamWindow ended = unreadAtEnd.isEmpty() ? null : unreadAtEnd.get(stream);
      if (ended != null) {
        ended.consumed(length, window);
        if (ended.countedBytes() == 0) {
          unreadAtEnd.remove(stream);
        }
      }
      return;
    }
    int todo = known.consumed(length, window);
    if ((todo & StreamWindow.CREDIT) != 0) {
      creditOf(stream, known);
    }
    if ((todo & StreamWindow.LOOK) != 0 && window < largestWindow) {
      look();
    }
  }

  private void creditOf(Object stream, StreamWindow known) {
    int credit = peer.isOver(stream) ? 0 : known.credit(window, unusedCredit);
    if (credit > 0) {
      peer.credit(stream, credit);
    }
  }

  /** Fits the window to what is free. One thread at a time; others go on without. */
  private void look() {
    if (memory == null || !looking.compareAndSet(false, true)) {
      return;
    }
    try {
      int now = window;
      int fit = fit(now);
      if (fit != now) {
        window = fit;
        changedAtNanos = nanoTime.getAsLong();
        peer.announce(fit);
        if (fit < now) {
          // Credit that was too little for the larger window may be all that a stream has left.
          streams.forEach(this::creditOf);
        }
      }
    } finally {
      looking.set(false);
    }
  }

  /**
   * The window for so many bytes that are free. Never a round number: an answer of that size would
   * use it up to the last byte, and get credit after its end.
   */
  static int windowOf(long freeBytes) {
    return (int) Math.max(SMALLEST_WINDOW, Long.highestOneBit(Math.max(1, freeBytes)) - 1);
  }

  private int fit(int now) {
    long free = memory.sessionLimitBytes() - countedBytes();
    if (free < now / 2) {
      return Math.min(now, windowOf(free));
    }
    if (free >= 2L * now
        && now < largestWindow
        && nanoTime.getAsLong() - changedAtNanos >= RAISE_NANOS) {
      return Math.min(largestWindow, windowOf(free));
    }
    return now;
  }

  /** What unread data counts as, in bytes ({@link ReceiveMemory}). */
  long countedBytes() {
    long sum = 0;
    for (StreamWindow stream : streams.values()) {
      sum += stream.countedBytes();
    }
    if (!unreadAtEnd.isEmpty()) {
      synchronized (unreadAtEnd) {
        for (StreamWindow stream : unreadAtEnd.values()) {
          sum += stream.countedBytes();
        }
      }
    }
    return sum;
  }

  boolean hasStreams() {
    return !streams.isEmpty();
  }

  /** The window of a stream of which nothing is unread, in bytes. */
  int streamWindow() {
    return window;
  }

  /** One stream. Its lock is that of those who consume; who receives never waits for it. */
  private static final class StreamWindow {
    static final int CREDIT = 1;
    static final int LOOK = 2;

    private final AtomicLong receivedBytes = new AtomicLong(); // one thread writes, without a lock
    private final AtomicLong receivedCounted = new AtomicLong();
    private final Deque<UnusedCredit.Credit> unused = new ArrayDeque<>(2);
    private long consumedBytes;
    private final AtomicLong consumedCounted = new AtomicLong(); // under the lock
    private long creditedBytes;
    private int consumedSinceLook;

    void received(int length) {
      receivedBytes.lazySet(receivedBytes.get() + length);
      receivedCounted.lazySet(receivedCounted.get() + ReceiveMemory.counted(length));
    }

    /** Returns what it is time for: {@link #CREDIT}, {@link #LOOK}, both or nothing. */
    synchronized int consumed(int length, int window) {
      consumedBytes += length;
      consumedCounted.lazySet(consumedCounted.get() + ReceiveMemory.counted(length));
      consumedSinceLook += length;
      int todo = isDue(window) ? CREDIT : 0;
      if (consumedSinceLook >= LOOK_BYTES) {
        consumedSinceLook = 0;
        todo |= LOOK;
      }
      return todo;
    }

    /** Without the lock: who receives must not wait for who consumes. */
    long countedBytes() {
      return Math.max(0, receivedCounted.get() - consumedCounted.get());
    }

    /** Returns whether so much was consumed that credit can be given for it. */
    private boolean isDue(int window) {
      return consumedBytes - creditedBytes > window * STREAM_LOT
          && receivedBytes.get() - consumedBytes <= window / 2;
    }

    /**
     * Returns the credit to send now. None where it could not open the sender's window, since what
     * is unread fills it; none beyond the rate, except where the reader has nothing and the sender
     * may send nothing.
     */
    synchronized int credit(int window, UnusedCredit rate) {
      if (!isDue(window)) {
        return 0;
      }
      long pending = consumedBytes - creditedBytes;
      long received = receivedBytes.get();
      while (!unused.isEmpty() && unused.peek().isUsedBy(received)) {
        rate.used(unused.remove());
      }
      long left = window + creditedBytes - received;
      UnusedCredit.Credit sent = rate.send(received + Math.max(0, left));
      if (sent != null) {
        unused.add(sent);
      } else if (received > consumedBytes || left > 0) {
        return 0;
      }
      creditedBytes += pending;
      return (int) pending;
    }
  }
}
