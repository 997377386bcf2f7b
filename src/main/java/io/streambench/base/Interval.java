package io.streambench.base;

/** A closed interval of numbers from {@code low} to {@code high}. */
public record Interval(double low, double high) {
  public Interval {
    if (!(low <= high)) {
      throw new IllegalArgumentException(low + " is not at most " + high);
    }
  }

  /** Returns whether {@code number} lies in this interval. */
  public boolean contains(double number) {
    return low <= number && number <= high;
  }

  /** Returns whether {@code other} contains this interval. */
  public boolean isWithin(Interval other) {
    return other.low <= low && high <= other.high;
  }

  /** Returns whether this interval and {@code other} have no number in common. */
  public boolean isDisjointFrom(Interval other) {
    return high < other.low || other.high < low;
  }

  /** Returns half the difference between {@code high} and {@code low}. */
  public double halfWidth() {
    return (high - low) / 2;
  }
}
