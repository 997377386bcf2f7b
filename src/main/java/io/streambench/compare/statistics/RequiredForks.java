package io.streambench.compare.statistics;

import io.streambench.base.Interval;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Calculates how many forks a comparison needs. With n forks on each side, Student's t test detects
 * a ratio of 1 + d with a probability of about 90 % if
 *
 * <pre>  n = (t(1 - 0.025/m) + t(0.9))² s² / ln²(1 + d)</pre>
 *
 * where s² is the variance of the logarithm of the ratio of two single forks, one of each side, t
 * has n - 1 degrees of freedom, and m is the number of comparisons (J. Cohen, "Statistical Power
 * Analysis for the Behavioral Sciences", 1988, chapter 2).
 */
public final class RequiredForks {
  /** The difference to detect if no threshold is given. */
  public static final double DEFAULT_DIFFERENCE = 0.10;

  /**
   * The minimum number of measured forks for an estimate of the forks needed. With fewer forks,
   * only a lower limit is known, because the variance of four forks may be 14 times as large as
   * measured.
   */
  public static final int MIN_FORKS_FOR_ESTIMATE = 10;

  private static final double POWER = 0.9;
  private static final int MAX_FORKS = 1_000_000;
  private static final int INTEGRATION_STEPS = 200;

  /** The tail probability to ignore at each end when integrating over the measured variance. */
  private static final double NEGLIGIBLE_TAIL_PROBABILITY = 1e-12;

  private RequiredForks() {}

  /**
   * Returns how many forks each side needs to detect this difference, given as a fraction. Returns
   * a lower limit if fewer than {@link #MIN_FORKS_FOR_ESTIMATE} forks were measured.
   */
  static int of(LogRatio measuredRatio, double difference, int comparisons) {
    int needed = of(measuredRatio.variance(), difference, comparisons);
    if (measuredRatio.forks() >= MIN_FORKS_FOR_ESTIMATE || needed <= measuredRatio.forks()) {
      return needed;
    }
    double degreesOfFreedom = measuredRatio.degreesOfFreedom();
    double most =
        ChiSquaredDistribution.of(degreesOfFreedom)
            .inverseSurvivalProbability(Comparison.SIGNIFICANCE_LEVEL / 2);
    double leastVariance = measuredRatio.variance() * degreesOfFreedom / most;
    return Math.max(measuredRatio.forks() + 1, of(leastVariance, difference, comparisons));
  }

  /** Returns how many forks each side needs to detect this difference, given as a fraction. */
  static int of(double variance, double difference, int comparisons) {
    double tail = Comparison.SIGNIFICANCE_LEVEL / 2 / comparisons;
    double distance = Math.log1p(difference);
    double perSquare = variance / (distance * distance);
    NormalDistribution normal = NormalDistribution.of(0, 1);
    double z = normal.inverseSurvivalProbability(tail) + normal.inverseCumulativeProbability(POWER);
    int n = (int) Math.max(Comparison.MIN_FORKS, Math.min(MAX_FORKS, z * z * perSquare));
    while (n < MAX_FORKS) {
      TDistribution student = TDistribution.of(n - 1.0);
      double t =
          student.inverseSurvivalProbability(tail) + student.inverseCumulativeProbability(POWER);
      if (t * t * perSquare <= n) {
        return n;
      }
      n++;
    }
    return MAX_FORKS;
  }

  /**
   * Returns the number of pairs required to detect {@link #DEFAULT_DIFFERENCE}; see {@link #power}.
   */
  public static int requiredPairs(double variance) {
    int n = of(variance, DEFAULT_DIFFERENCE, 1);
    while (n < MAX_FORKS && power(variance, n) < POWER) {
      n++; // the formula in the class comment is slightly too low
    }
    return n;
  }

  /**
   * Returns the 95 % interval of the number of pairs needed.
   *
   * @param variance the measured variance of the logarithm of a pair's ratio
   * @param measuredPairs the number of pairs with which the variance was measured
   */
  public static Interval requiredPairsInterval(double variance, int measuredPairs) {
    double degreesOfFreedom = measuredPairs - 1.0;
    double tail = Comparison.SIGNIFICANCE_LEVEL / 2;
    ChiSquaredDistribution spread = ChiSquaredDistribution.of(degreesOfFreedom);
    return new Interval(
        requiredPairs(variance * degreesOfFreedom / spread.inverseSurvivalProbability(tail)),
        requiredPairs(variance * degreesOfFreedom / spread.inverseCumulativeProbability(tail)));
  }

  /**
   * Returns the probability that Student's t test detects {@link #DEFAULT_DIFFERENCE} with this
   * many pairs, at least two. Evaluates the noncentral t distribution by numerical integration over
   * the measured deviation.
   */
  public static double power(double variance, int pairs) {
    double degreesOfFreedom = pairs - 1.0;
    double t =
        TDistribution.of(degreesOfFreedom)
            .inverseSurvivalProbability(Comparison.SIGNIFICANCE_LEVEL / 2);
    double shift = Math.log1p(DEFAULT_DIFFERENCE) * Math.sqrt(pairs / variance);
    ChiSquaredDistribution spread = ChiSquaredDistribution.of(degreesOfFreedom);
    NormalDistribution normal = NormalDistribution.of(0, 1);
    // Integrate over the deviation: for two pairs, the density of the variance is infinite.
    double lowest =
        Math.sqrt(
            spread.inverseCumulativeProbability(NEGLIGIBLE_TAIL_PROBABILITY) / degreesOfFreedom);
    double highest =
        Math.sqrt(
            spread.inverseSurvivalProbability(NEGLIGIBLE_TAIL_PROBABILITY) / degreesOfFreedom);
    double detected = 0;
    double all = 0;
    for (int i = 0; i < INTEGRATION_STEPS; i++) {
      double deviation = lowest + (i + 0.5) / INTEGRATION_STEPS * (highest - lowest);
      double weight = spread.density(deviation * deviation * degreesOfFreedom) * deviation;
      detected +=
          weight
              * (normal.cumulativeProbability(shift - t * deviation)
                  + normal.cumulativeProbability(-shift - t * deviation));
      all += weight;
    }
    return detected / all;
  }
}
