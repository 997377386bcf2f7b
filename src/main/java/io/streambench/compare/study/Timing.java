package io.streambench.compare.study;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;

/**
 * The duration of warm-up and measurement in a fork: iterations, and seconds per iteration.
 *
 * @param seconds seconds per iteration; for single shots, the approximate total
 * @param hasSingleShots whether an iteration is a single operation instead of a fixed time
 */
public record Timing(
    int warmupIterations, int warmupSeconds, int iterations, int seconds, boolean hasSingleShots) {
  /**
   * Parses a timing. {@code 1x25 3x8} is a warm-up of 25 s and three iterations of 8 s. {@code 20
   * shots in 6} is 20 single operations that take about 6 s together.
   */
  @JsonCreator
  public static Timing of(String text) {
    List<Integer> numbers = Stream.of(text.split("\\D+")).map(Integer::parseInt).toList();
    return text.contains("shots")
        ? ofSingleShots(numbers.get(0), numbers.get(1))
        : new Timing(numbers.get(0), numbers.get(1), numbers.get(2), numbers.get(3), false);
  }

  /** Returns the timing of single shots without warm-up that take {@code aboutSeconds} in total. */
  public static Timing ofSingleShots(int operations, int aboutSeconds) {
    return new Timing(0, 0, operations, aboutSeconds, true);
  }

  /** Returns the minimum duration of a fork in seconds, not counting its start. */
  public int totalSeconds() {
    return hasSingleShots ? seconds : warmupIterations * warmupSeconds + iterations * seconds;
  }

  String mode(String benchmark) {
    return hasSingleShots ? Mode.SingleShotTime.shortLabel() : Benchmarks.mode(benchmark);
  }
}
