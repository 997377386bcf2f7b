package io.streambench.predict;

/**
 * When a merge over one session can stall. Of {@code k} streams the merge waits for one, and each
 * of the others may hold a stream window of unread bytes; of the session window only the part
 * counts that Jetty cannot keep back as consumed and not yet acknowledged, its buffer ratio {@code
 * p}:
 *
 * <pre>  (k - 1) * streamWindow &lt;= (1 - p) * sessionWindow</pre>
 *
 * makes a stall impossible, for responses of any size and a session that is used again and again.
 *
 * @param streamsPerSession k, at least 1
 * @param streamWindow initial stream receive window in bytes
 * @param sessionWindow initial session receive window in bytes
 * @param bufferRatio p, in (0, 1)
 */
public record SafeWindowRule(
    int streamsPerSession, long streamWindow, long sessionWindow, double bufferRatio) {
  /** The largest window that HTTP/2 has, RFC 9113, 6.9.1. */
  public static final long MAX_WINDOW = Integer.MAX_VALUE;

  /** The most that can lie unread while the merge waits for one stream. */
  public long unreadAtWorst() {
    return (streamsPerSession - 1) * streamWindow;
  }

  /** The part of the session window that is always there for unread bytes. */
  public long usableWindow() {
    return (long) ((1 - bufferRatio) * sessionWindow);
  }

  /** Whether a stall is impossible. */
  public boolean safe() {
    return unreadAtWorst() <= usableWindow();
  }

  /** The smallest session window that makes it so; may be larger than {@link #MAX_WINDOW}. */
  public long smallestSafeSessionWindow() {
    return (long) Math.ceil(unreadAtWorst() / (1 - bufferRatio));
  }

  /** The largest stream window that makes it so. */
  public long largestSafeStreamWindow() {
    return streamsPerSession <= 1 ? MAX_WINDOW : usableWindow() / (streamsPerSession - 1);
  }
}
