package io.streambench.predict;

import java.util.Arrays;

/**
 * One HTTP/2 session with Jetty's buffering strategy at its receiving end, byte by byte and without
 * a network: what the sender may send, what lies unread, what was consumed and not acknowledged.
 * Operation after operation reads as many responses to their end. Every step is checked, so that
 * nothing happens here that HTTP/2 would not allow. Not thread-safe.
 */
final class SimulatedSession {
  private final SafeWindowRule rule;
  private final long[] unsent;
  private final long[] unread;
  private final long[] window;
  private final long[] level;
  private long sessionWindow;
  private long sessionLevel;

  /** A new one. */
  SimulatedSession(SafeWindowRule rule) {
    this.rule = rule;
    int streams = rule.streamsPerSession();
    unsent = new long[streams];
    unread = new long[streams];
    window = new long[streams];
    level = new long[streams];
    sessionWindow = rule.sessionWindow();
  }

  /**
   * Opens a stream for each response; what the session has not acknowledged stays.
   *
   * @param responseBytes of each stream; at most what the rule says
   */
  void open(long[] responseBytes) {
    System.arraycopy(responseBytes, 0, unsent, 0, unsent.length);
    Arrays.fill(unread, 0);
    Arrays.fill(window, rule.streamWindow());
    Arrays.fill(level, 0);
  }

  /** The most that the sender may send of a stream now. */
  long sendable(int stream) {
    return Math.min(unsent[stream], Math.min(window[stream], sessionWindow));
  }

  /** A DATA frame arrives. */
  void send(int stream, long bytes) {
    if (bytes < 1 || bytes > sendable(stream)) {
      throw new IllegalStateException(bytes + " of " + sendable(stream));
    }
    unsent[stream] -= bytes;
    unread[stream] += bytes;
    window[stream] -= bytes;
    sessionWindow -= bytes;
  }

  /**
   * The application reads. Credit goes out when more than the buffer ratio of a window was consumed
   * since the last of it, as in {@code BufferingFlowControlStrategy.onDataConsumed}.
   */
  void read(int stream, long bytes) {
    if (bytes < 1 || bytes > unread[stream]) {
      throw new IllegalStateException(bytes + " of " + unread[stream]);
    }
    unread[stream] -= bytes;
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

  long unread(int stream) {
    return unread[stream];
  }

  /** Whether the application has all of a stream. */
  boolean finished(int stream) {
    return unsent[stream] == 0 && unread[stream] == 0;
  }

  /** Consumed on the session and not acknowledged. */
  long sessionLevel() {
    return sessionLevel;
  }

  /**
   * Whether an application that waits for this stream waits for ever: there is nothing to read on
   * it, it is not at its end, and nothing of it can be sent.
   */
  boolean starved(int stream) {
    return unread[stream] == 0 && unsent[stream] > 0 && sendable(stream) == 0;
  }
}
