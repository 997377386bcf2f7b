package io.streambench.compare.statistics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The best concurrency for a closed system: beyond it, requests wait for each other and throughput
 * hardly grows. It maximizes throughput divided by latency (L. Kleinrock, "Power and Deterministic
 * Rules of Thumb for Probabilistic Problems in Computer Communications", ICC 1979), which, by
 * Little's law, is the squared throughput divided by the concurrency.
 *
 * @param index index of the point; the last index means that the knee is there or beyond
 * @param lowest index of the lowest knee among the middle 95 % of the resamples
 * @param highest index of the highest such knee; both equal {@code index} without replication
 * @param confidence share of resamples with the same knee; empty without replication
 */
public record Knee(int index, int lowest, int highest, OptionalDouble confidence) {
  private static final double TAIL = 0.025;

  /**
   * Finds the knee from the numbers of requests in flight, ascending, and the forks' throughput at
   * each.
   */
  public static Knee of(List<Integer> concurrency, List<Sample> throughput) {
    int index = indexOfMaxPower(concurrency, Resampling.medians(throughput));
    int[] drawn =
        Resampling.of(throughput).stream()
            .mapToInt(medians -> indexOfMaxPower(concurrency, medians))
            .sorted()
            .toArray();
    if (drawn.length == 0) {
      return new Knee(index, index, index, OptionalDouble.empty());
    }
    long same = Arrays.stream(drawn).filter(other -> other == index).count();
    return new Knee(
        index,
        Math.min(index, drawn[(int) (TAIL * drawn.length) - 1]),
        Math.max(index, drawn[(int) ((1 - TAIL) * drawn.length) - 1]),
        OptionalDouble.of((double) same / drawn.length));
  }

  private static int indexOfMaxPower(List<Integer> concurrency, double[] throughput) {
    return IntStream.range(0, throughput.length)
        .boxed()
        .max(Comparator.comparingDouble(i -> power(concurrency.get(i), throughput[i])))
        .orElseThrow();
  }

  private static double power(int concurrency, double throughput) {
    return throughput * throughput / concurrency;
  }
}
