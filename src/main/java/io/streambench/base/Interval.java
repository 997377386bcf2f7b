package io.streambench.base;

/** A closed interval of numbers from {@code low} to {@code high}. */
public record Interval(double low, double high) {
  public Interval {
    if (!(low <= high)) {
      throw new IllegalArgumentException(low + " is not at most " + high);
    }
  }

  public boolean contains(double number) {
    return low <= number && number <= high;
  }

  public boolean isWithin(Interval other) {
    return other.low <= low && high <= other.high;
  }

  /** Returns whether this interval and {@code other} have no number in common. */
  public boolean isDisjointFrom(Interval other) {
    return high < other.low || other.high < low;
  }

  public double halfWidth() {
    return (high - low) / 2;
  }
}
