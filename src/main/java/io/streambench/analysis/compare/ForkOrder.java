package io.streambench.analysis.compare;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Median;

/**
 * The trend of a side's forks in their order. Tests of a comparison take forks for independent;
 * where they go one way, these promise too much.
 *
 * @param trendP of Kendall's test, two-sided
 * @param slope change of the logarithm of the score from one fork to the next: the median of the
 *     slopes of all pairs (P. K. Sen, "Estimates of the Regression Coefficient Based on Kendall's
 *     Tau", JASA 63, 1968)
 */
public record ForkOrder(double trendP, double slope, int forks) {
  private static final int MIN_FORKS = 6;

  /** The order of these forks; empty if there are too few. */
  public static Optional<ForkOrder> of(Sample scores) {
    if (scores.size() < MIN_FORKS) {
      return Optional.empty();
    }
    double[] logs = Arrays.stream(scores.inOrder()).map(Math::log).toArray();
    return Optional.of(new ForkOrder(Trend.Kendall.of(logs).p(), slope(logs), logs.length));
  }

  /** Relative change from the first fork to the last: 0.1 is 10 % more. */
  public double change() {
    return Math.expm1(slope * (forks - 1));
  }

  /** True if the forks go one way: not likely by chance, and by more than 2 %. */
  public boolean drifts() {
    return Trend.notable(trendP, change());
  }

  private static double slope(double[] logs) {
    int n = logs.length;
    double[] slopes = new double[n * (n - 1) / 2];
    int at = 0;
    for (int later = 1; later < n; later++) {
      for (int earlier = 0; earlier < later; earlier++) {
        slopes[at++] = (logs[later] - logs[earlier]) / (later - earlier);
      }
    }
    return Median.withDefaults().evaluate(slopes);
  }
}
