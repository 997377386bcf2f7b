package io.streambench.analysis;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/**
 * The flow control of one session over time, at equal steps; each value holds until the next, in
 * bytes.
 *
 * @param startNanos time of the first step, since the epoch
 * @param lanes the streams, by identifier; the busiest of them where there are very many
 */
public record Timeline(
    long startNanos,
    long stepNanos,
    List<Integer> receiveWindow,
    List<Integer> sendWindow,
    List<Integer> unreadBytes,
    List<Integer> unacknowledgedBytes,
    List<Lane> lanes) {

  public record Lane(int streamId, List<Integer> unreadBytes, List<Integer> receiveWindow) {
    public Lane {
      unreadBytes = Steps.copyOf(unreadBytes);
      receiveWindow = Steps.copyOf(receiveWindow);
    }
  }

  /** Numbers at the steps, four bytes each where boxes would take twenty. Immutable. */
  static final class Steps extends AbstractList<Integer> implements RandomAccess {
    private final int[] values;

    /** Takes the array for its own. */
    Steps(int[] values) {
      this.values = values;
    }

    static Steps copyOf(List<Integer> values) {
      return values instanceof Steps steps
          ? steps
          : new Steps(values.stream().mapToInt(Integer::intValue).toArray());
    }

    @Override
    public Integer get(int step) {
      return values[step];
    }

    @Override
    public int size() {
      return values.length;
    }
  }

  public Timeline {
    receiveWindow = Steps.copyOf(receiveWindow);
    sendWindow = Steps.copyOf(sendWindow);
    unreadBytes = Steps.copyOf(unreadBytes);
    unacknowledgedBytes = Steps.copyOf(unacknowledgedBytes);
    lanes = List.copyOf(lanes);
  }

  public int steps() {
    return receiveWindow.size();
  }
}
