package io.streambench.flow.predict;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * An exhaustive search over all orders of events in a small session, byte by byte. For each stream,
 * a state has the bytes that arrived but were not consumed, what is left of its window or response,
 * and the chunk that the reader is in. Streams in equal states are interchangeable. A chunk's end
 * is chosen when the chunk is read. This covers all ways in which its bytes can arrive, because
 * bytes that are read as one chunk may have been sent together with the last of them. A session has
 * at most three streams and windows of 14 bytes, so that a state fits into one number.
 */
final class SessionSearch {
  private static final int BITS_PER_STREAM = 13;
  private static final long STREAM_MASK = (1 << BITS_PER_STREAM) - 1;
  private static final int BEGUN_FLAG = 1 << 12;

  private final SafeWindowRule rule;
  private final int streams;
  private final int window;
  private final int maxWithheld;
  private final int streamWindow;
  private final int maxWithheldPerStream;

  /**
   * Whether responses fit into a stream window. Such responses are counted down; others never end.
   */
  private final boolean hasFiniteResponses;

  private final Set<Long> visited = new HashSet<>();
  private final Deque<Long> pending = new ArrayDeque<>();

  SessionSearch(SafeWindowRule rule) {
    this.rule = rule;
    streams = rule.streamsPerSession();
    window = (int) rule.sessionWindow();
    maxWithheld = (int) rule.maxUnacknowledged();
    streamWindow = (int) rule.streamWindow();
    maxWithheldPerStream = (int) rule.withheldBytes(streamWindow);
    hasFiniteResponses = rule.responseBytes() <= rule.streamWindow();
  }

  int stateCount() {
    return visited.size();
  }

  /** Returns whether any order of events stalls. */
  boolean canStall() {
    visit(0);
    while (!pending.isEmpty()) {
      long state = pending.removeLast();
      if (isStalled(state)) {
        return true;
      }
      expand(state);
    }
    return false;
  }

  private static int unreadBytes(long stream) {
    return (int) (stream & 15);
  }

  /**
   * Returns the bytes sent if responses are finite; otherwise the bytes that the stream has not
   * acknowledged.
   */
  private static int sentOrUnacknowledged(long stream) {
    return (int) (stream >> 4 & 15);
  }

  private static int currentChunk(long stream) {
    return (int) (stream >> 8 & 15);
  }

  private static boolean hasBegun(long stream) {
    return (stream & BEGUN_FLAG) != 0;
  }

  private static long encodeStream(
      int unread, int sentOrUnacknowledged, int currentChunk, boolean begun) {
    return unread | sentOrUnacknowledged << 4 | currentChunk << 8 | (begun ? BEGUN_FLAG : 0);
  }

  private static long streamAt(long state, int i) {
    return state >> i * BITS_PER_STREAM & STREAM_MASK;
  }

  private int sessionLevel(long state) {
    return (int) (state >> streams * BITS_PER_STREAM);
  }

  private int remainingWindow(long state) {
    int left = window - sessionLevel(state);
    for (int i = 0; i < streams; i++) {
      left -= unreadBytes(streamAt(state, i));
    }
    return left;
  }

  private boolean canSend(long stream, int sessionWindow) {
    return sessionWindow > 0
        && (hasFiniteResponses
            ? sentOrUnacknowledged(stream) < rule.responseBytes()
            : unreadBytes(stream) + sentOrUnacknowledged(stream) < streamWindow);
  }

  private boolean haveAllBegun(long state) {
    for (int i = 0; i < streams; i++) {
      if (!hasBegun(streamAt(state, i))) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the reader may wait for a stream that has no data and cannot send any. */
  private boolean isStalled(long state) {
    boolean merging = haveAllBegun(state);
    int left = remainingWindow(state);
    for (int i = 0; i < streams; i++) {
      long stream = streamAt(state, i);
      boolean over = hasFiniteResponses && sentOrUnacknowledged(stream) == rule.responseBytes();
      if (unreadBytes(stream) == 0
          && !over
          && !canSend(stream, left)
          && (merging || !hasBegun(stream))) {
        return true;
      }
    }
    return false;
  }

  private void expand(long state) {
    boolean merging = haveAllBegun(state);
    int left = remainingWindow(state);
    if (merging && left == window - sessionLevel(state) && !rule.freshSession()) {
      visit((long) sessionLevel(state) << streams * BITS_PER_STREAM); // starts the next operation
    }
    for (int i = 0; i < streams; i++) {
      long stream = streamAt(state, i);
      int unread = unreadBytes(stream);
      if (canSend(stream, left)) {
        int sentOrUnacknowledged = sentOrUnacknowledged(stream) + (hasFiniteResponses ? 1 : 0);
        visit(
            withStream(
                state,
                i,
                encodeStream(
                    unread + 1, sentOrUnacknowledged, currentChunk(stream), hasBegun(stream))));
      }
      if (hasBegun(stream) && !merging) {
        continue; // all other streams must deliver their first documents before
      }
      for (int chunk = currentChunk(stream) > 0 ? currentChunk(stream) : 1;
          chunk <= (currentChunk(stream) > 0 ? currentChunk(stream) : unread);
          chunk++) {
        visit(afterConsuming(state, i, chunk, true));
        if (!hasBegun(stream)) {
          visit(afterConsuming(state, i, chunk, false)); // the first document continues
          if (chunk > 1) { // the first document ends within the chunk
            visit(
                withStream(
                    state, i, encodeStream(unread, sentOrUnacknowledged(stream), chunk, true)));
          }
        }
      }
    }
  }

  private long afterConsuming(long state, int i, int chunk, boolean begun) {
    long stream = streamAt(state, i);
    int sentOrUnacknowledged = sentOrUnacknowledged(stream);
    if (!hasFiniteResponses) {
      sentOrUnacknowledged += chunk;
      sentOrUnacknowledged = sentOrUnacknowledged > maxWithheldPerStream ? 0 : sentOrUnacknowledged;
    }
    int level = sessionLevel(state) + chunk;
    level = level > maxWithheld ? 0 : level;
    long streamsOnly = state & (1L << streams * BITS_PER_STREAM) - 1;
    return withStream(
            streamsOnly,
            i,
            encodeStream(unreadBytes(stream) - chunk, sentOrUnacknowledged, 0, begun))
        | (long) level << streams * BITS_PER_STREAM;
  }

  private static long withStream(long state, int i, long stream) {
    return state & ~(STREAM_MASK << i * BITS_PER_STREAM) | stream << i * BITS_PER_STREAM;
  }

  private void visit(long state) {
    if (visited.add(canonicalState(state))) {
      pending.add(state);
    }
  }

  /** Returns the same state for all states that differ only in the order of their streams. */
  private long canonicalState(long state) {
    long alike = state;
    for (int last = streams - 1; last > 0; last--) {
      for (int i = 0; i < last; i++) {
        long one = streamAt(alike, i);
        long other = streamAt(alike, i + 1);
        if (one > other) {
          alike = withStream(withStream(alike, i, other), i + 1, one);
        }
      }
    }
    return alike;
  }
}
