package io.streambench.flow.replay;

import java.util.List;

/**
 * The flow control of one session over time, in bytes at equal steps; each value holds until the
 * next. Takes ownership of its lists.
 *
 * @param startNanos time of the first step, since the epoch
 * @param lanes the streams, by identifier; only the busiest if there are very many
 */
public record Timeline(
    long startNanos,
    long stepNanos,
    List<Integer> receiveWindow,
    List<Integer> sendWindow,
    List<Integer> unreadBytes,
    List<Integer> unacknowledgedBytes,
    List<Lane> lanes) {

  public record Lane(int streamId, List<Integer> unreadBytes) {}

  public int steps() {
    return receiveWindow.size();
  }
}
