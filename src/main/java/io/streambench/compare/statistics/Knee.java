package io.streambench.compare.statistics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The knee of a throughput curve: the concurrency with the highest throughput divided by latency
 * (L. Kleinrock, "Power and Deterministic Rules of Thumb for Probabilistic Problems in Computer
 * Communications", ICC 1979). By Little's law, this is the squared throughput divided by the
 * concurrency. Beyond the knee, requests wait for each other and throughput hardly grows.
 *
 * @param index index of the knee in the curve; the last index means at that point or beyond
 * @param lowestIndex lowest index of the knee in the middle 95 % of the resamples; {@code index}
 *     with one fork per point
 * @param highestIndex highest index of the knee in the middle 95 % of the resamples; {@code index}
 *     with one fork per point
 * @param confidence share of resamples with the same knee; empty with one fork per point
 */
public record Knee(int index, int lowestIndex, int highestIndex, OptionalDouble confidence) {
  private static final double TAIL_PROBABILITY = 0.025;

  /** Finds the knee from ascending concurrency levels and the forks' throughput at each level. */
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
        Math.min(index, drawn[(int) (TAIL_PROBABILITY * drawn.length) - 1]),
        Math.max(index, drawn[(int) ((1 - TAIL_PROBABILITY) * drawn.length) - 1]),
        OptionalDouble.of((double) same / drawn.length));
  }

  private static int indexOfMaxPower(List<Integer> concurrency, double[] throughput) {
    return IntStream.range(0, throughput.length)
        .boxed()
        .max(Comparator.comparingDouble(i -> throughput[i] * throughput[i] / concurrency.get(i)))
        .orElseThrow();
  }
}
