package io.streambench.strategy;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The receive windows of one HTTP/2 session, without a class of Jetty's. Credit for the session is
 * given when DATA arrives, so a stream that nobody reads takes no window from others; credit for a
 * stream is given when its data is consumed. Thread-safe.
 *
 * <p>With a {@link ReceiveMemory} a stream whose reader keeps up may have more on its way than its
 * initial window: a part of what is free. This is the dynamic threshold of Choudhury and Hahne
 * ("Dynamic Queue Length Thresholds for Shared-Memory Packet Switches", 1998). So streams hold at
 * most their initial windows, and the memory's limit together.
 *
 * <p>The initial window never changes. SETTINGS may lower it for open streams (RFC 9113, 6.9.2),
 * but a Jetty server that ends an answer by an empty frame while the stream's window is negative
 * fails, and closes the connection ({@code HTTP2Session.DataEntry.generate}, 10.0.26 and 12.0.27).
 */
final class SessionWindows {
  /** A session window that limits neither memory nor what is on the way. */
  static final int SESSION_WINDOW = 1 << 30;

  /** HTTP/2's own (RFC 9113, 6.9.2). */
  static final int SMALLEST_WINDOW = 65_535;

  /** What one stream may have on its way: 1.6 GB/s over 80 ms. */
  static final int LARGEST_WINDOW = (1 << 27) - 1;

  /** A frame for each eighth of the session window: the sender always has most of it. */
  private static final int SESSION_LOTS = 8;

  /**
   * Streams get credit for a little less than half of the window at a time: two lots fit into it,
   * so over a long way a round trip brings almost all of it.
   */
  private static final double STREAM_LOT = 7.0 / 16;

  /** The memory is looked at after so many bytes. */
  private static final int LOOK_BYTES = 1 << 20;

  /** Sends frames to the peer. */
  interface Peer {
    /**
     * Sends a WINDOW_UPDATE.
     *
     * @param stream null for the session
     */
    void credit(Object stream, int bytes);

    /** Returns whether no credit of the stream can be of use any more. */
    boolean isOver(Object stream);
  }

  private final Peer peer;
  private final ReceiveMemory memory;
  private final UnusedCredit unusedCredit;
  private final Map<Object, StreamWindow> streams = new ConcurrentHashMap<>();

  /**
   * Streams that ended long before they were read: trailers end them while data is queued. Nobody
   * says if they are never read, so they are held weakly.
   */
  private final Map<Object, StreamWindow> unreadAtEnd =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final AtomicLong granted = new AtomicLong();
  private volatile int initialWindow = SMALLEST_WINDOW;
  private volatile int sessionWindow = SMALLEST_WINDOW;
  private int uncredited; // of the one thread that receives
  private int receivedSinceLook; // of the same

  /**
   * @param memory null for windows that stay as they are
   */
  SessionWindows(Peer peer, ReceiveMemory memory, LongSupplier nanoTime) {
    this.peer = peer;
    this.memory = memory;
    this.unusedCredit = new UnusedCredit(nanoTime);
    if (memory != null) {
      memory.add(this);
    }
  }

  boolean followsMemory() {
    return memory != null;
  }

  /** The window with which streams begin, in bytes. */
  void begins(int window) {
    initialWindow = window;
  }

  /** The session's window is as large as it was ever seen: a connection begins with less. */
  void sessionWindow(int bytes) {
    sessionWindow = Math.max(sessionWindow, bytes);
  }

  void opened(Object stream) {
    streams.put(stream, new StreamWindow(initialWindow));
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
    grant(-known.close());
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
    if (memory != null && receivedSinceLook > LOOK_BYTES) {
      receivedSinceLook = 0;
      memory.look(); // else nothing would warn where nobody reads
    }
  }

  /**
   * DATA of a request was sent. With its first frame goes the credit for what the memory has free,
   * so that a long answer over a distance does not wait for a round trip first.
   */
  void sent(Object stream) {
    StreamWindow known = memory == null ? null : streams.get(stream);
    int credit = known == null ? 0 : known.ahead();
    if (credit > 0) {
      peer.credit(stream, credit);
    }
  }

  /** The application has consumed data, or Jetty has dropped it. */
  void consumed(Object stream, int length) {
    if (length <= 0 || stream == null) {
      return;
    }
    StreamWindow known = streams.get(stream);
    if (known == null) {
      consumedAtEnd(stream, length);
    } else if (known.consumed(length) && !peer.isOver(stream)) {
      int credit = known.credit();
      if (credit > 0) {
        peer.credit(stream, credit);
      }
    }
  }

  private void consumedAtEnd(Object stream, int length) {
    StreamWindow known = unreadAtEnd.isEmpty() ? null : unreadAtEnd.get(stream);
    if (known != null) {
      known.consumed(length);
      if (known.countedBytes() == 0) {
        unreadAtEnd.remove(stream);
      }
    }
  }

  /** What unread data counts as, in bytes ({@link ReceiveMemory}). */
  long countedBytes() {
    long sum = streams.values().stream().mapToLong(StreamWindow::countedBytes).sum();
    synchronized (unreadAtEnd) {
      for (StreamWindow stream : unreadAtEnd.values()) {
        sum += stream.countedBytes();
      }
    }
    return sum;
  }

  private void grant(long bytes) {
    granted.addAndGet(bytes);
    if (memory != null) {
      memory.granted(bytes);
    }
  }

  /** What its streams may have on their way beyond their initial windows, in bytes. */
  long grantedBytes() {
    return granted.get();
  }

  /** One stream. Its lock is that of those who consume; who receives never waits for it. */
  private final class StreamWindow {
    private final int initial;
    private final AtomicLong receivedBytes = new AtomicLong(); // one thread writes, without a lock
    private final AtomicLong receivedCounted = new AtomicLong();
    private final AtomicLong consumedCounted = new AtomicLong(); // written under the lock
    private final Deque<UnusedCredit.Credit> unused = new ArrayDeque<>(2);
    private int target; // the most that may be unread or on its way
    private long consumedBytes;
    private long creditedBytes;
    private volatile boolean asked; // whether it was to get credit with its request
    private boolean closed;

    StreamWindow(int initial) {
      this.initial = initial;
      this.target = initial;
    }

    void received(int length) {
      receivedBytes.lazySet(receivedBytes.get() + length);
      receivedCounted.lazySet(receivedCounted.get() + ReceiveMemory.counted(length));
    }

    /** Returns whether credit may be due. */
    synchronized boolean consumed(int length) {
      consumedBytes += length;
      consumedCounted.lazySet(consumedCounted.get() + ReceiveMemory.counted(length));
      if (target > initial && unread() > target / 2) {
        resize((int) Math.max(initial, Math.min(target, reach()))); // its reader fell behind
      }
      return isDue();
    }

    /** Without the lock: who receives must not wait for who consumes. */
    long countedBytes() {
      return Math.max(0, receivedCounted.get() - consumedCounted.get());
    }

    /** Returns what it was granted. */
    synchronized int close() {
      int was = target - initial;
      closed = true;
      target = initial;
      return was;
    }

    /** Returns the credit that goes with a request, the first time. */
    int ahead() {
      if (asked) {
        return 0;
      }
      asked = true;
      synchronized (this) {
        int share = memory.shareAhead(LARGEST_WINDOW - target, granted.get());
        UnusedCredit.Credit sent =
            closed || share == 0
                ? null
                : unusedCredit.send(receivedBytes.get() + initial, UnusedCredit.AHEAD_A_SECOND);
        if (sent == null) {
          return 0;
        }
        unused.add(sent);
        resize(target + share);
        creditedBytes += share;
        return share;
      }
    }

    private long unread() {
      return receivedBytes.get() - consumedBytes;
    }

    /** What is unread and what may still come. */
    private long reach() {
      return initial + creditedBytes - consumedBytes;
    }

    private boolean isDue() {
      return target - reach() > target * STREAM_LOT && unread() <= target / 2;
    }

    private void resize(int size) {
      grant(size - target);
      target = size;
    }

    /**
     * Returns the credit to send now. None where it could not open the sender's window, since what
     * is unread fills it; none beyond the rate, except where the reader has nothing and the sender
     * may send nothing.
     */
    synchronized int credit() {
      if (closed || !isDue()) {
        return 0;
      }
      if (memory != null && unread() <= target / 8) {
        // Its reader keeps up. With the credit that is due anyway it gets more: no frame is added.
        resize(target + memory.share(LARGEST_WINDOW - target, granted.get()));
      }
      long received = receivedBytes.get();
      while (!unused.isEmpty() && unused.peek().isUsedBy(received)) {
        unusedCredit.used(unused.remove());
      }
      long left = initial + creditedBytes - received;
      UnusedCredit.Credit sent =
          unusedCredit.send(received + Math.max(0, left), UnusedCredit.UNUSED_A_SECOND);
      if (sent != null) {
        unused.add(sent);
      } else if (received > consumedBytes || left > 0) {
        return 0;
      }
      int credit = (int) (target - reach());
      creditedBytes += credit;
      return credit;
    }
  }
}
