package io.streambench.analysis;

import static io.streambench.eventlog.FlowControlEvent.UNKNOWN;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;

/**
 * Keeps several series of numbers over a time of unknown length, in memory of a fixed size: when
 * time runs over the end, every two steps become one of twice the length. A time before the last
 * one (a log from pieces) counts as the last, and so does an unknown one. Not thread-safe.
 */
final class TimeAxis {
  private static final int NOTHING = Integer.MIN_VALUE;
  private static final int FIRST_SHIFT = 14; // steps of 16 microseconds

  private final int maxSteps;
  private final long fromNanos;
  private final List<Series> series = new ArrayList<>();
  private long startNanos = UNKNOWN;
  private int shift = FIRST_SHIFT;
  private int now;

  /**
   * @param fromNanos earlier times count as the first; {@code UNKNOWN} for none
   */
  TimeAxis(int maxSteps, long fromNanos) {
    this.maxSteps = maxSteps;
    this.fromNanos = fromNanos;
  }

  /** Returns whether what began at a time is on it from its beginning. */
  boolean shows(long timeNanos) {
    return timeNanos >= fromNanos;
  }

  /** One number as it changes; what is set last within a step stays. */
  final class Series {
    private int[] values = {}; // most sessions only send or only receive
    int peak;

    void set(long value) {
      if (values.length == 0) {
        values = new int[maxSteps];
        Arrays.fill(values, NOTHING);
      }
      int clipped = (int) Math.max(Integer.MIN_VALUE + 1, Math.min(Integer.MAX_VALUE, value));
      values[now] = clipped;
      peak = Math.max(peak, clipped);
    }

    /** A value for each step so far: 0 before the first, and the one before where none was set. */
    List<Integer> values() {
      int[] all = new int[now + 1];
      int last = 0;
      for (int step = 0; step <= now; step++) {
        last = values.length == 0 || values[step] == NOTHING ? last : values[step];
        all[step] = last;
      }
      return new Steps(all);
    }

    private void halve() {
      if (values.length == 0) {
        return;
      }
      for (int step = 0; step < maxSteps / 2; step++) {
        int later = values[2 * step + 1];
        values[step] = later == NOTHING ? values[2 * step] : later;
      }
      Arrays.fill(values, maxSteps / 2, maxSteps, NOTHING);
    }
  }

  /** Numbers at the steps, four bytes each where boxes would take twenty. Immutable. */
  private static final class Steps extends AbstractList<Integer> implements RandomAccess {
    private final int[] values;

    /** Takes the array for its own. */
    Steps(int[] values) {
      this.values = values;
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

  Series series() {
    Series added = new Series();
    series.add(added);
    return added;
  }

  void remove(Series removed) {
    series.remove(removed);
  }

  /** Moves to this time. All values that are set from now on belong to it. */
  void moveTo(long timeNanos) {
    if (timeNanos == UNKNOWN || timeNanos < fromNanos) {
      return;
    }
    if (startNanos == UNKNOWN) {
      startNanos = timeNanos;
    }
    long step = timeNanos - startNanos >> shift;
    while (step >= maxSteps) {
      series.forEach(Series::halve);
      now /= 2;
      shift++;
      step = timeNanos - startNanos >> shift;
    }
    now = (int) Math.max(now, step);
  }

  boolean empty() {
    return startNanos == UNKNOWN;
  }

  long startNanos() {
    return startNanos == UNKNOWN ? 0 : startNanos;
  }

  long stepNanos() {
    return 1L << shift;
  }
}
