package io.streambench.diagnose.live;

import java.util.Set;

/**
 * A snapshot of the state of a client session. Sizes are in bytes.
 *
 * @param window bytes that the peer may still send on all streams together
 * @param uncreditedBytes bytes read but not yet credited; negative if credit was given in advance
 * @param largestWindow the session window when no data is unread
 * @param streamIds identifiers of the open streams
 * @param emptyStreamCount number of open streams that have no data to read but may still receive
 *     some
 * @param receivedBytes bytes that the connection has received since its start
 */
public record SessionSnapshot(
    int window,
    int uncreditedBytes,
    int largestWindow,
    Set<Integer> streamIds,
    int emptyStreamCount,
    long receivedBytes) {
  public SessionSnapshot {
    streamIds = Set.copyOf(streamIds);
  }

  /**
   * Returns the number of bytes that were received but not read, including bytes of closed streams.
   */
  public long unreadBytes() {
    return (long) largestWindow - window - uncreditedBytes;
  }

  /** Returns the number of bytes credited in advance, for data that has not been read yet. */
  public long advancedBytes() {
    return Math.max(0, -(long) uncreditedBytes);
  }

  /** Returns the number of bytes read between an earlier snapshot and this snapshot. */
  public long bytesReadSince(SessionSnapshot before) {
    return Math.max(0, receivedBytes - before.receivedBytes - unreadBytes() + before.unreadBytes());
  }
}
