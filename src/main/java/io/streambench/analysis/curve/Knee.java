package io.streambench.analysis.curve;

import io.streambench.analysis.compare.Sample;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The concurrency at which a closed system is used best: beyond it requests wait for one another
 * and throughput hardly grows. It is where throughput by latency is greatest (L. Kleinrock, "Power
 * and Deterministic Rules of Thumb for Probabilistic Problems in Computer Communications", ICC
 * 1979). With n requests in flight the mean latency is n by the throughput, by Little's law, so the
 * power is the square of the throughput by n, and throughputs alone tell it.
 *
 * @param index of the point; that of the last one means that the knee lies there or beyond
 * @param lowest index of the lowest knee among the middle 95 % of the resamples; {@code index}
 *     without replication
 * @param highest index of the highest among them
 * @param confidence share of the resamples with the same knee, from 0 to 1; empty without
 *     replication
 */
public record Knee(int index, int lowest, int highest, OptionalDouble confidence) {
  private static final double TAIL = 0.025;

  /**
   * Finds it.
   *
   * @param concurrency requests in flight, ascending, one or more
   * @param throughput of the forks at each, in any unit
   */
  public static Knee of(List<Integer> concurrency, List<Sample> throughput) {
    if (concurrency.isEmpty() || concurrency.size() != throughput.size()) {
      throw new IllegalArgumentException(
          concurrency.size() + " concurrencies and " + throughput.size() + " throughputs");
    }
    int index = mostPower(concurrency, Resampling.medians(throughput));
    Resampling resampling = new Resampling(throughput);
    if (!resampling.possible()) {
      return new Knee(index, index, index, OptionalDouble.empty());
    }
    int[] times = new int[concurrency.size()];
    for (int i = 0; i < Resampling.TIMES; i++) {
      times[mostPower(concurrency, resampling.next())]++;
    }
    return new Knee(
        index,
        Math.min(index, reached(times, TAIL)),
        Math.max(index, reached(times, 1 - TAIL)),
        OptionalDouble.of((double) times[index] / Resampling.TIMES));
  }

  private static int mostPower(List<Integer> concurrency, double[] throughput) {
    int best = 0;
    for (int i = 1; i < throughput.length; i++) {
      if (power(concurrency.get(i), throughput[i])
          > power(concurrency.get(best), throughput[best])) {
        best = i;
      }
    }
    return best;
  }

  private static double power(int concurrency, double throughput) {
    return throughput * throughput / concurrency;
  }

  private static int reached(int[] times, double part) {
    int index = 0;
    for (int sum = times[0]; sum < part * Resampling.TIMES; sum += times[index]) {
      index++;
    }
    return index;
  }
}
