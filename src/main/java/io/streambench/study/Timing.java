package io.streambench.study;

import org.openjdk.jmh.annotations.Mode;

/**
 * The length of a fork's warmup and measurement: iterations, and the seconds of each.
 *
 * @param singleShots whether an iteration is one operation, however long that takes, and not a time
 */
public record Timing(
    int warmups, int warmupSeconds, int iterations, int seconds, boolean singleShots) {
  /** Measures iterations of a fixed time. */
  public Timing(int warmups, int warmupSeconds, int iterations, int seconds) {
    this(warmups, warmupSeconds, iterations, seconds, false);
  }

  /** Measures single operations, the first of which counts; all take about so many seconds. */
  public static Timing shots(int operations, int aboutSeconds) {
    return new Timing(0, 0, operations, aboutSeconds, true);
  }

  /** The time that a fork takes at least, its start not included. */
  public int totalSeconds() {
    return singleShots ? seconds : warmups * warmupSeconds + iterations * seconds;
  }

  String mode(String benchmark) {
    return singleShots ? Mode.SingleShotTime.shortLabel() : Benchmarks.mode(benchmark);
  }
}
