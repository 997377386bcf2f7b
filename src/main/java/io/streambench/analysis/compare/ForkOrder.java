package io.streambench.analysis.compare;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Trend and dependence of a side's forks in their order: do they go one way, and are neighbours
 * alike? Tests of a comparison take forks for independent; where they are not, these promise too
 * much.
 *
 * @param trendP of {@link Kendall}'s test, two-sided
 * @param slope change of the logarithm of the score from one fork to the next: the median of the
 *     slopes of all pairs (P. K. Sen, "Estimates of the Regression Coefficient Based on Kendall's
 *     Tau", JASA 63, 1968)
 * @param scores in their order
 */
public record ForkOrder(double trendP, double slope, Sample scores) {
  /** Fewest forks whose order is tested, for a trend and for neighbours that are alike. */
  static final int MIN_FORKS = 6;

  private static final int PERMUTATIONS = 2_000;
  private static final double WORTH_TELLING = 0.02;
  private static final long SEED = 0x0DDE2L;

  /** The order of these forks; empty if there are too few. */
  public static Optional<ForkOrder> of(Sample scores) {
    if (scores.size() < MIN_FORKS) {
      return Optional.empty();
    }
    double[] logs = Arrays.stream(scores.inOrder()).map(Math::log).toArray();
    return Optional.of(new ForkOrder(Kendall.of(logs).p(), slope(logs), scores));
  }

  /** Relative change from the first fork to the last: 0.1 is 10 % more. */
  public double change() {
    return Math.expm1(slope * (scores.size() - 1));
  }

  /** True if the forks go one way: not likely by chance, and by more than 2 %. */
  public boolean drifts() {
    return trendP < Comparison.SIGNIFICANCE && Math.abs(change()) > WORTH_TELLING;
  }

  /**
   * Probability that chance makes neighbours at least as much alike. The test is the rank version
   * of von Neumann's ratio (R. Bartels, "The Rank Version of von Neumann's Ratio Test for
   * Randomness", JASA 77, 1982). It is one-sided and uses 2,000 permutations that are always the
   * same.
   */
  public double neighboursP() {
    double[] ranks = ranks(scores.inOrder());
    double observed = vonNeumann(ranks);
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(SEED);
    int asAlike = 1;
    for (int i = 0; i < PERMUTATIONS; i++) {
      shuffle(ranks, random);
      asAlike += vonNeumann(ranks) <= observed ? 1 : 0;
    }
    return asAlike / (PERMUTATIONS + 1.0);
  }

  private static void shuffle(double[] values, UniformRandomProvider random) {
    for (int last = values.length - 1; last > 0; last--) {
      int other = random.nextInt(last + 1);
      double value = values[last];
      values[last] = values[other];
      values[other] = value;
    }
  }

  /** Ascending from 1; equal scores share the mean of theirs. */
  private static double[] ranks(double[] scores) {
    double[] ranks = new double[scores.length];
    for (int i = 0; i < scores.length; i++) {
      for (double other : scores) {
        ranks[i] += other < scores[i] ? 1 : other == scores[i] ? 0.5 : 0;
      }
      ranks[i] += 0.5;
    }
    return ranks;
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
    Arrays.sort(slopes);
    return (slopes[(at - 1) / 2] + slopes[at / 2]) / 2;
  }
}
