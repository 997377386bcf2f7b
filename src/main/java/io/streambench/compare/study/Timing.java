package io.streambench.compare.study;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;

/**
 * How long a fork warms up and measures, in iterations and in seconds per iteration.
 *
 * @param seconds seconds per iteration; with single shots, about the seconds of all together
 * @param singleShots whether an iteration is one operation of any length instead of a fixed time
 */
public record Timing(
    int warmups, int warmupSeconds, int iterations, int seconds, boolean singleShots) {
  /**
   * Reads a timing: {@code 1x25 3x8} is a warm-up of 25 s and three iterations of 8 s; {@code 20
   * shots in 6} is 20 single operations that take about 6 s together.
   */
  @JsonCreator
  public static Timing of(String text) {
    List<Integer> all = Stream.of(text.split("\\D+")).map(Integer::parseInt).toList();
    return text.contains("shots")
        ? ofShots(all.get(0), all.get(1))
        : new Timing(all.get(0), all.get(1), all.get(2), all.get(3), false);
  }

  /**
   * Measures single operations, including the first one; all together take about this many seconds.
   */
  public static Timing ofShots(int operations, int aboutSeconds) {
    return new Timing(0, 0, operations, aboutSeconds, true);
  }

  /** The minimum time of a fork in seconds, without its start. */
  public int totalSeconds() {
    return singleShots ? seconds : warmups * warmupSeconds + iterations * seconds;
  }

  String mode(String benchmark) {
    return singleShots ? Mode.SingleShotTime.shortLabel() : Benchmarks.mode(benchmark);
  }
}
