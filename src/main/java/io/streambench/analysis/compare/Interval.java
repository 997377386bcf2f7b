package io.streambench.analysis.compare;

/** Numbers from low to high, both included. */
public record Interval(double low, double high) {
  public Interval {
    if (!(low <= high)) {
      throw new IllegalArgumentException(low + " is not at most " + high);
    }
  }

  /** Whether the number lies in it. */
  public boolean contains(double number) {
    return low <= number && number <= high;
  }

  /** Whether all of it lies in the other. */
  public boolean within(Interval other) {
    return other.low <= low && high <= other.high;
  }

  /** Whether no number lies in both. */
  public boolean apartFrom(Interval other) {
    return high < other.low || other.high < low;
  }

  /** Half of the distance between its ends. */
  public double halfWidth() {
    return (high - low) / 2;
  }
}
