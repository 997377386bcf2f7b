package io.streambench.predict;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/**
 * One HTTP/2 session with Jetty's client at its receiving end, byte by byte and without a network:
 * what the sender may send, what lies unread, what was consumed and not acknowledged. Operation
 * after operation reads as many responses to their end. Every step is checked, so that nothing
 * happens here that HTTP/2 would not allow. Not thread-safe.
 *
 * <p>As Jetty 10.0.26 does it:
 *
 * <ul>
 *   <li>Data comes in chunks, and a chunk is consumed as a whole: {@code DataBodyParser} makes one
 *       of each DATA frame, or of as much of it as one read of the socket gave; {@code HTTP2Stream}
 *       queues it, {@code HttpReceiverOverHTTP2} hands out one for each demand, and {@code
 *       InputStreamResponseListener.Input.read} completes it once its last byte was read. Only then
 *       {@code HTTP2Session.DataCallback} calls {@code onDataConsumed} with its whole length.
 *   <li>Credit goes out when more than the buffer ratio of a window was consumed since the last of
 *       it: {@code BufferingFlowControlStrategy.onDataConsumed}. A stream that has nothing more to
 *       send gets none.
 * </ul>
 */
final class SimulatedSession {
  private final SafeWindowRule rule;
  private final long[] unsent;
  private final long[] unread;
  private final long[] readOfChunk;
  private final long[] window;
  private final long[] level;
  private final List<Deque<Long>> chunks;
  private long sessionWindow;
  private long sessionLevel;

  SimulatedSession(SafeWindowRule rule) {
    this.rule = rule;
    int streams = rule.streamsPerSession();
    unsent = new long[streams];
    unread = new long[streams];
    readOfChunk = new long[streams];
    window = new long[streams];
    level = new long[streams];
    chunks = Stream.generate(() -> (Deque<Long>) new ArrayDeque<Long>()).limit(streams).toList();
    sessionWindow = rule.sessionWindow();
  }

  /** Opens a stream for each response; what the session has not acknowledged stays. */
  void open(long[] responseBytes) {
    if (Arrays.stream(unread).anyMatch(bytes -> bytes > 0)) {
      throw new IllegalStateException("the operation before was not read to its end");
    }
    System.arraycopy(responseBytes, 0, unsent, 0, unsent.length);
    Arrays.fill(window, rule.streamWindow());
    Arrays.fill(level, 0);
  }

  /** The most that the sender may send of a stream now. */
  long sendable(int stream) {
    return Math.min(unsent[stream], Math.min(window[stream], sessionWindow));
  }

  /** Lets a chunk arrive. */
  void send(int stream, long bytes) {
    if (bytes < 1 || bytes > sendable(stream)) {
      throw new IllegalStateException(bytes + " of " + sendable(stream));
    }
    unsent[stream] -= bytes;
    unread[stream] += bytes;
    window[stream] -= bytes;
    sessionWindow -= bytes;
    chunks.get(stream).add(bytes);
  }

  /** Lets the application read; each chunk of which it has the last byte then is consumed. */
  void read(int stream, long bytes) {
    if (bytes < 1 || bytes > unread[stream]) {
      throw new IllegalStateException(bytes + " of " + unread[stream]);
    }
    unread[stream] -= bytes;
    readOfChunk[stream] += bytes;
    Deque<Long> queue = chunks.get(stream);
    while (!queue.isEmpty() && readOfChunk[stream] >= queue.peek()) {
      long chunk = queue.remove();
      readOfChunk[stream] -= chunk;
      consume(stream, chunk);
    }
  }

  private void consume(int stream, long bytes) {
    sessionLevel += bytes;
    if (sessionLevel > rule.unacknowledgedAtWorst()) {
      sessionWindow += sessionLevel;
      sessionLevel = 0;
    }
    level[stream] += bytes;
    if (unsent[stream] > 0 && level[stream] > rule.keptBack(rule.streamWindow())) {
      window[stream] += level[stream];
      level[stream] = 0;
    }
  }

  /** Received, and not read by the application. */
  long unread(int stream) {
    return unread[stream];
  }

  /** The chunk that the application reads next, or is in; 0 if none is there. */
  long chunk(int stream) {
    Long chunk = chunks.get(stream).peek();
    return chunk == null ? 0 : chunk;
  }

  /** Returns whether the application has all of a stream. */
  boolean finished(int stream) {
    return unsent[stream] == 0 && unread[stream] == 0;
  }

  /**
   * Returns whether an application that waits for this stream waits for ever. There is nothing to
   * read on it then, it has not ended, and nothing of it can be sent.
   */
  boolean starved(int stream) {
    return unread[stream] == 0 && unsent[stream] > 0 && sendable(stream) == 0;
  }
}
