package io.streambench.analysis.compare;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.ArraySampler;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.ranking.NaturalRanking;

/**
 * Trend and dependence of a side's forks in their order: do they go one way, and are neighbours
 * alike? Tests of a comparison take forks for independent; where they are not, these promise too
 * much.
 *
 * @param trendP of Kendall's test, two-sided
 * @param slope change of the logarithm of the score from one fork to the next: the median of the
 *     slopes of all pairs (P. K. Sen, "Estimates of the Regression Coefficient Based on Kendall's
 *     Tau", JASA 63, 1968)
 * @param scores in their order
 */
public record ForkOrder(double trendP, double slope, Sample scores) {
  /** Fewest forks whose order is tested, for a trend and for neighbours that are alike. */
  static final int MIN_FORKS = 6;

  private static final int PERMUTATIONS = 2_000;
  private static final long SEED = 0x0DDE2L;

  /** The order of these forks; empty if there are too few. */
  public static Optional<ForkOrder> of(Sample scores) {
    if (scores.size() < MIN_FORKS) {
      return Optional.empty();
    }
    double[] logs = Arrays.stream(scores.inOrder()).map(Math::log).toArray();
    return Optional.of(new ForkOrder(Trend.Kendall.of(logs).p(), slope(logs), scores));
  }

  /** Relative change from the first fork to the last: 0.1 is 10 % more. */
  public double change() {
    return Math.expm1(slope * (scores.size() - 1));
  }

  /** True if the forks go one way: not likely by chance, and by more than 2 %. */
  public boolean drifts() {
    return Trend.notable(trendP, change());
  }

  /**
   * Probability that chance makes neighbours at least as much alike. The test is the rank version
   * of von Neumann's ratio (R. Bartels, "The Rank Version of von Neumann's Ratio Test for
   * Randomness", JASA 77, 1982). It is one-sided and uses 2,000 permutations that are always the
   * same.
   */
  public double neighboursP() {
    double[] ranks = new NaturalRanking().apply(scores.inOrder());
    double observed = vonNeumann(ranks);
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(SEED);
    int asAlike = 1;
    for (int i = 0; i < PERMUTATIONS; i++) {
      ArraySampler.shuffle(random, ranks);
      asAlike += vonNeumann(ranks) <= observed ? 1 : 0;
    }
    return asAlike / (PERMUTATIONS + 1.0);
  }

  private static double vonNeumann(double[] ranks) {
    double sum = 0;
    for (int i = 1; i < ranks.length; i++) {
      double step = ranks[i] - ranks[i - 1];
      sum += step * step;
    }
    return sum;
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
