package io.streambench.analysis.compare;

import java.util.HashMap;
import java.util.Map;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Kendall's test for a trend (H. B. Mann, "Nonparametric Tests Against Trend", Econometrica 13,
 * 1945). Counts of several series can be added up.
 *
 * @param rising pairs that rise, less those that fall
 * @param variance of that number where there is no trend, with a correction for ties
 */
record Kendall(long rising, double variance) {
  static final Kendall NONE = new Kendall(0, 0);

  static Kendall of(double[] series) {
    long rising = 0;
    Map<Double, Integer> equal = new HashMap<>();
    for (int later = 0; later < series.length; later++) {
      for (int earlier = 0; earlier < later; earlier++) {
        rising += Integer.signum(Double.compare(series[later], series[earlier]));
      }
      equal.merge(series[later], 1, Integer::sum);
    }
    double ties = equal.values().stream().mapToDouble(Kendall::term).sum();
    return new Kendall(rising, (term(series.length) - ties) / 18);
  }

  Kendall plus(Kendall other) {
    return new Kendall(rising + other.rising, variance + other.variance);
  }

  /** Two-sided, by the normal approximation with a correction for continuity. */
  double p() {
    double z = variance == 0 ? 0 : Math.max(0, Math.abs(rising) - 1) / Math.sqrt(variance);
    return Math.min(1, 2 * NormalDistribution.of(0, 1).survivalProbability(z));
  }

  private static double term(double n) {
    return n * (n - 1) * (2 * n + 5);
  }
}
