package io.streambench.flow.predict;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Every order of events of a small session, one operation after the other, byte by byte. A state
 * has of each stream the bytes that arrived and were not consumed, what its window or its response
 * has left, and the chunk that the reader is in; streams that are in the same state are
 * interchangeable. Where chunks end is decided when they are read, which is any way they can have
 * arrived: bytes that are read as one chunk may as well have been sent together, with the last of
 * them. No more than three streams and windows of 14 bytes, so that a state is one number.
 */
final class SessionSearch {
  private static final int BITS = 13;
  private static final long STREAM = (1 << BITS) - 1;
  private static final int BEGUN = 1 << 12;

  private final SafeWindowRule rule;
  private final int streams;
  private final int window;
  private final int keptBack;
  private final int streamWindow;
  private final int keptBackOfStream;

  /** Responses that fit into a stream window are counted down; others never end of themselves. */
  private final boolean counted;

  private final Set<Long> reached = new HashSet<>();
  private final Deque<Long> open = new ArrayDeque<>();

  SessionSearch(SafeWindowRule rule) {
    this.rule = rule;
    streams = rule.streamsPerSession();
    window = (int) rule.sessionWindow();
    keptBack = (int) rule.maxUnacknowledged();
    streamWindow = (int) rule.streamWindow();
    keptBackOfStream = (int) rule.withheldBytes(streamWindow);
    counted = rule.responseBytes() <= rule.streamWindow();
  }

  int states() {
    return reached.size();
  }

  /** Returns whether any order of events stalls. */
  boolean stalls() {
    reach(0);
    while (!open.isEmpty()) {
      long state = open.removeLast();
      if (stalled(state)) {
        return true;
      }
      expand(state);
    }
    return false;
  }

  private static int unread(long stream) {
    return (int) (stream & 15);
  }

  /**
   * The amount sent, of responses that are counted; else the amount that the stream has not
   * acknowledged.
   */
  private static int second(long stream) {
    return (int) (stream >> 4 & 15);
  }

  private static int head(long stream) {
    return (int) (stream >> 8 & 15);
  }

  private static boolean begun(long stream) {
    return (stream & BEGUN) != 0;
  }

  private static long stream(int unread, int second, int head, boolean begun) {
    return unread | second << 4 | head << 8 | (begun ? BEGUN : 0);
  }

  private static long of(long state, int i) {
    return state >> i * BITS & STREAM;
  }

  private int level(long state) {
    return (int) (state >> streams * BITS);
  }

  private int sessionWindow(long state) {
    int left = window - level(state);
    for (int i = 0; i < streams; i++) {
      left -= unread(of(state, i));
    }
    return left;
  }

  private boolean sendable(long stream, int sessionWindow) {
    return sessionWindow > 0
        && (counted
            ? second(stream) < rule.responseBytes()
            : unread(stream) + second(stream) < streamWindow);
  }

  private boolean allBegun(long state) {
    for (int i = 0; i < streams; i++) {
      if (!begun(of(state, i))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether the reader may wait for a stream that has nothing, of which nothing can be
   * sent.
   */
  private boolean stalled(long state) {
    boolean merging = allBegun(state);
    int left = sessionWindow(state);
    for (int i = 0; i < streams; i++) {
      long stream = of(state, i);
      boolean over = counted && second(stream) == rule.responseBytes();
      if (unread(stream) == 0 && !over && !sendable(stream, left) && (merging || !begun(stream))) {
        return true;
      }
    }
    return false;
  }

  private void expand(long state) {
    boolean merging = allBegun(state);
    int left = sessionWindow(state);
    if (merging && left == window - level(state) && !rule.freshSession()) {
      reach((long) level(state) << streams * BITS); // the next operation
    }
    for (int i = 0; i < streams; i++) {
      long stream = of(state, i);
      int unread = unread(stream);
      if (sendable(stream, left)) {
        int second = second(stream) + (counted ? 1 : 0);
        reach(with(state, i, stream(unread + 1, second, head(stream), begun(stream))));
      }
      if (begun(stream) && !merging) {
        continue; // the others' first documents come first
      }
      for (int chunk = head(stream) > 0 ? head(stream) : 1;
          chunk <= (head(stream) > 0 ? head(stream) : unread);
          chunk++) {
        reach(consumed(state, i, chunk, true));
        if (!begun(stream)) {
          reach(consumed(state, i, chunk, false)); // the first document goes on behind it
          if (chunk > 1) { // and here it ends within the chunk
            reach(with(state, i, stream(unread, second(stream), chunk, true)));
          }
        }
      }
    }
  }

  private long consumed(long state, int i, int chunk, boolean begun) {
    long stream = of(state, i);
    int second = second(stream);
    if (!counted) {
      second += chunk;
      second = second > keptBackOfStream ? 0 : second;
    }
    int level = level(state) + chunk;
    level = level > keptBack ? 0 : level;
    long streamsOnly = state & (1L << streams * BITS) - 1;
    return with(streamsOnly, i, stream(unread(stream) - chunk, second, 0, begun))
        | (long) level << streams * BITS;
  }

  private static long with(long state, int i, long stream) {
    return state & ~(STREAM << i * BITS) | stream << i * BITS;
  }

  private void reach(long state) {
    if (reached.add(alike(state))) {
      open.add(state);
    }
  }

  /** The same for all states that differ in the order of their streams alone. */
  private long alike(long state) {
    long alike = state;
    for (int last = streams - 1; last > 0; last--) {
      for (int i = 0; i < last; i++) {
        long one = of(alike, i);
        long other = of(alike, i + 1);
        if (one > other) {
          alike = with(with(alike, i, other), i + 1, one);
        }
      }
    }
    return alike;
  }
}
