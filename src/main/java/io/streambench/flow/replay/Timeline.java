package io.streambench.flow.replay;

import java.util.List;

/**
 * The windows and unread bytes of one session over time, in bytes at equal steps. A value applies
 * until the next step. The lists are not copied.
 *
 * @param startNanos time of the first step, since the epoch
 * @param lanes the streams, ordered by identifier; incomplete if there are very many streams
 */
public record Timeline(
    long startNanos,
    long stepNanos,
    List<Integer> receiveWindow,
    List<Integer> sendWindow,
    List<Integer> unreadBytes,
    List<Integer> unacknowledgedBytes,
    List<Lane> lanes) {

  /** The unread bytes of one stream at each step. */
  public record Lane(int streamId, List<Integer> unreadBytes) {}

  public int stepCount() {
    return receiveWindow.size();
  }
}
