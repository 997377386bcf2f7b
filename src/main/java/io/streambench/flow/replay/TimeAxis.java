package io.streambench.flow.replay;

import static io.streambench.flow.events.FlowControlEvent.UNKNOWN;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A time axis with a fixed number of steps, for several series of numbers. When the steps run out,
 * each pair of steps is merged into one step of twice the length. The axis never moves backwards.
 * Not thread-safe.
 */
final class TimeAxis {
  private static final int NO_VALUE = Integer.MIN_VALUE;
  private static final int INITIAL_SHIFT = 14; // steps of 16 microseconds

  private final int maxSteps;
  private final long fromNanos;
  final List<Series> series = new ArrayList<>();

  /** The time of the first step; UNKNOWN until {@link #moveTo} is called with a known time. */
  long startNanos = UNKNOWN;

  int shift = INITIAL_SHIFT;
  private int currentStep;

  /**
   * @param fromNanos start of the axis; earlier values are assigned to the first step. Use {@code
   *     UNKNOWN} to start at the time of the first value
   */
  TimeAxis(int maxSteps, long fromNanos) {
    this.maxSteps = maxSteps;
    this.fromNanos = fromNanos;
  }

  boolean covers(long timeNanos) {
    return timeNanos >= fromNanos;
  }

  /** The values of one quantity over time. Each step keeps only its last value. */
  final class Series {
    private int[] values = {}; // many series are never set
    int peak;

    void set(long value) {
      if (values.length == 0) {
        values = new int[maxSteps];
        Arrays.fill(values, NO_VALUE);
      }
      int clipped = (int) Math.max(Integer.MIN_VALUE + 1, Math.min(Integer.MAX_VALUE, value));
      values[currentStep] = clipped;
      peak = Math.max(peak, clipped);
    }

    /** Returns one value per step. A step without a value gets the previous value, at first 0. */
    List<Integer> values() {
      int[] all = new int[currentStep + 1];
      int last = 0;
      for (int step = 0; step <= currentStep; step++) {
        last = values.length == 0 || values[step] == NO_VALUE ? last : values[step];
        all[step] = last;
      }
      return asList(all);
    }

    private void halveResolution() {
      if (values.length == 0) {
        return;
      }
      for (int step = 0; step < maxSteps / 2; step++) {
        int later = values[2 * step + 1];
        values[step] = later == NO_VALUE ? values[2 * step] : later;
      }
      Arrays.fill(values, maxSteps / 2, maxSteps, NO_VALUE);
    }
  }

  /** Returns a list view of an array. Needs less memory than a list of boxed numbers. */
  private static List<Integer> asList(int[] numbers) {
    return new AbstractList<>() {
      @Override
      public Integer get(int index) {
        return numbers[index];
      }

      @Override
      public int size() {
        return numbers.length;
      }
    };
  }

  Series addSeries() {
    Series added = new Series();
    series.add(added);
    return added;
  }

  /** Moves the axis to a later time. Values that are set afterwards belong to this time. */
  void moveTo(long timeNanos) {
    if (timeNanos == UNKNOWN || timeNanos < fromNanos) {
      return;
    }
    if (startNanos == UNKNOWN) {
      startNanos = timeNanos;
    }
    long step = timeNanos - startNanos >> shift;
    while (step >= maxSteps) {
      series.forEach(Series::halveResolution);
      currentStep /= 2;
      shift++;
      step = timeNanos - startNanos >> shift;
    }
    currentStep = (int) Math.max(currentStep, step);
  }
}
