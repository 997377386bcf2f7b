package io.streambench.base;

/** The numbers from {@code low} to {@code high}, both included. */
public record Interval(double low, double high) {
  public Interval {
    if (!(low <= high)) {
      throw new IllegalArgumentException(low + " is not at most " + high);
    }
  }

  /** Returns whether the number lies in the interval. */
  public boolean contains(double number) {
    return low <= number && number <= high;
  }

  /** Returns whether all of this interval lies in {@code other}. */
  public boolean isWithin(Interval other) {
    return other.low <= low && high <= other.high;
  }

  /** Returns whether no number lies in both intervals. */
  public boolean isDisjointFrom(Interval other) {
    return high < other.low || other.high < low;
  }

  /** Half of the distance between the two ends. */
  public double halfWidth() {
    return (high - low) / 2;
  }
}
