package io.streambench.analysis.compare;

import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Number of forks that a comparison takes. Let the logarithms of the scores have the standard
 * deviation s. Two sides of n forks each show a ratio of 1 + d in 90 of 100 cases at a level of 5 %
 * if
 *
 * <pre>  n = 2 (z(0.975) + z(0.9))² s² / ln²(1 + d) / (2 / pi)</pre>
 *
 * This is the sample size of two means (J. Cohen, "Statistical Power Analysis for the Behavioral
 * Sciences", 1988, chapter 2) divided by the efficiency of the median. A judgement asks the
 * Mann-Whitney test as well, whose efficiency is 3 / pi (E. L. Lehmann, "Nonparametrics", 1975).
 * The median decides, since it needs more forks. The number is never less than what the test needs
 * to find anything at all.
 */
public final class ForksNeeded {
  /** The difference that is looked for where no threshold says otherwise. */
  public static final double DEFAULT_DIFFERENCE = 0.10;

  private static final double POWER = 0.9;
  private static final double MEDIAN_EFFICIENCY = 2 / Math.PI;
  private static final int MOST = 1_000_000;

  private ForksNeeded() {}

  /**
   * Forks on each side, by the variance of the logarithms of the scores, for a difference of that
   * part of the baseline (0.1 for 10 %), where so many contenders share the baseline.
   */
  public static int of(double variance, double difference, int contenders) {
    NormalDistribution normal = NormalDistribution.of(0, 1);
    double z =
        normal.inverseCumulativeProbability(1 - Comparison.SIGNIFICANCE / 2)
            + normal.inverseCumulativeProbability(POWER);
    double distance = Math.log1p(difference);
    double n = 2 * z * z * variance / (distance * distance) / MEDIAN_EFFICIENCY;
    return (int) Math.max(least(contenders), Math.min(MOST, Math.ceil(n)));
  }

  /** The fewest forks on each side with which every contender could be called different. */
  static int least(int contenders) {
    int n = 1;
    while (Comparison.smallestP(n, n) * Math.max(1, contenders) >= Comparison.SIGNIFICANCE) {
      n++;
    }
    return n;
  }

  /** Variance of the logarithms within the sides; 0 where no side has two forks. */
  static double pooledVariance(List<Sample> sides) {
    double squares = 0;
    int freedom = 0;
    for (Sample side : sides) {
      squares += side.logSquares();
      freedom += Math.max(0, side.size() - 1);
    }
    return freedom == 0 ? 0 : squares / freedom;
  }
}
