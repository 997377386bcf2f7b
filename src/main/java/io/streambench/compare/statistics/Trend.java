package io.streambench.compare.statistics;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * A trend of scores over iterations or forks, such as in a JVM that is not warmed up.
 *
 * <p>Uses Kendall's trend test with each fork as a separate season: counts the rising pairs of
 * iterations minus the falling pairs in every fork, and adds up these counts (R. M. Hirsch, J. R.
 * Slack, R. A. Smith, "Techniques of Trend Analysis for Monthly Water Quality Data", Water
 * Resources Research 18, 1982). Differences between forks therefore have no effect.
 *
 * @param pValue two-sided p-value, using the normal approximation with continuity and tie
 *     corrections
 * @param relativeChange relative change from first to last; 0.1 is an increase of 10 %
 */
public record Trend(double pValue, double relativeChange) {
  private static final double MIN_NOTABLE_CHANGE = 0.02;
  private static final int MIN_FORKS = 6;

  /** Returns the trend over the iterations of all forks; empty if no fork has two iterations. */
  public static Optional<Trend> of(List<Fork> forks) {
    List<Fork> several = forks.stream().filter(fork -> fork.iterationScores().size() > 1).toList();
    if (several.isEmpty()) {
      return Optional.empty();
    }
    Kendall all =
        several.stream()
            .map(fork -> Kendall.of(fork.iterationScores().stream().mapToDouble(d -> d).toArray()))
            .reduce(Kendall.ZERO, Kendall::plus);
    double[] changes = several.stream().mapToDouble(Trend::ratioOfLastToFirst).toArray();
    return Optional.of(new Trend(all.pValue(), Sample.of(changes).median() - 1));
  }

  /** Returns the trend from the first half of the forks to the second; empty for fewer than six. */
  public static Optional<Trend> ofForkScores(Sample forks) {
    double[] scores = forks.scoresByRound();
    int half = scores.length / 2;
    double first = Sample.of(Arrays.copyOf(scores, half)).median();
    double last =
        Sample.of(Arrays.copyOfRange(scores, scores.length - half, scores.length)).median();
    return scores.length < MIN_FORKS
        ? Optional.empty()
        : Optional.of(new Trend(Kendall.of(scores).pValue(), last / first - 1));
  }

  /** Returns whether the trend deserves a warning: it is significant and exceeds 2 %. */
  public boolean isNotable() {
    return pValue < Comparison.SIGNIFICANCE_LEVEL && Math.abs(relativeChange) > MIN_NOTABLE_CHANGE;
  }

  private static double ratioOfLastToFirst(Fork fork) {
    List<Double> scores = fork.iterationScores();
    return scores.get(scores.size() - 1) / scores.get(0);
  }

  /**
   * Kendall's trend test (H. B. Mann, "Nonparametric Tests Against Trend", Econometrica 13, 1945).
   * The counts of several series can be added up.
   *
   * @param risingMinusFallingPairs number of rising pairs minus number of falling pairs
   * @param variance variance of this number if there is no trend, with a correction for ties
   */
  record Kendall(long risingMinusFallingPairs, double variance) {
    static final Kendall ZERO = new Kendall(0, 0);

    static Kendall of(double[] series) {
      long risingMinusFalling = 0;
      Map<Double, Integer> equal = new HashMap<>();
      for (int later = 0; later < series.length; later++) {
        for (int earlier = 0; earlier < later; earlier++) {
          risingMinusFalling += Integer.signum(Double.compare(series[later], series[earlier]));
        }
        equal.merge(series[later], 1, Integer::sum);
      }
      double ties = equal.values().stream().mapToDouble(Kendall::varianceTerm).sum();
      return new Kendall(risingMinusFalling, (varianceTerm(series.length) - ties) / 18);
    }

    Kendall plus(Kendall other) {
      return new Kendall(
          risingMinusFallingPairs + other.risingMinusFallingPairs, variance + other.variance);
    }

    /** Returns the two-sided p-value, using the normal approximation with continuity correction. */
    double pValue() {
      double z =
          variance == 0
              ? 0
              : Math.max(0, Math.abs(risingMinusFallingPairs) - 1) / Math.sqrt(variance);
      return Math.min(1, 2 * NormalDistribution.of(0, 1).survivalProbability(z));
    }

    private static double varianceTerm(double n) {
      return n * (n - 1) * (2 * n + 5);
    }
  }
}
