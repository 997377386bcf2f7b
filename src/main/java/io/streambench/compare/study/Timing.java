package io.streambench.compare.study;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.List;
import java.util.stream.Stream;
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

  /**
   * Reads {@code 1x25 3x8}: a warmup of 25 s and three iterations of 8 s; {@code 20 shots in 6}.
   */
  @JsonCreator
  public static Timing of(String text) {
    List<Integer> all = Stream.of(text.split("\\D+")).map(Integer::parseInt).toList();
    return text.contains("shots")
        ? ofShots(all.get(0), all.get(1))
        : new Timing(all.get(0), all.get(1), all.get(2), all.get(3));
  }

  /** Measures single operations, the first of which counts; all take about so many seconds. */
  public static Timing ofShots(int operations, int aboutSeconds) {
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
