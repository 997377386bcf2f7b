package io.streambench.compare.statistics;

import io.streambench.base.Interval;
import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.TTest;

/**
 * The ratio of two sides, estimated with Student's t-test on the logarithms of their scores. The
 * difference of mean logarithms is the logarithm of the ratio of geometric means.
 *
 * @param mean mean of the ratio's logarithm
 * @param variance variance of the ratio's logarithm for one fork on each side
 * @param standardError standard error of the mean
 * @param degreesOfFreedom degrees of freedom of the t distribution
 * @param pValue two-sided p-value for the hypothesis that the ratio is 1
 * @param forks number of pairs, or number of forks on the smaller side
 */
public record LogRatio(
    double mean,
    double variance,
    double standardError,
    double degreesOfFreedom,
    double pValue,
    int forks) {
  private static final TTest T_TEST = TTest.withDefaults();

  /**
   * Returns the ratio of two sides. It is empty if a side has fewer than two forks or, if
   * interleaved, if fewer than two rounds have forks of both sides.
   */
  static Optional<LogRatio> of(Layout layout, Sample baseline, Sample contender) {
    boolean interleaved = layout == Layout.INTERLEAVED;
    double[] one = interleaved ? baseline.logsOfCommonRounds(contender) : baseline.logScores();
    double[] other = interleaved ? contender.logsOfCommonRounds(baseline) : contender.logScores();
    if (Math.min(one.length, other.length) < 2) {
      return Optional.empty();
    }
    if (!interleaved) {
      return Optional.of(ofIndependentSides(one, other));
    }
    double[] ratios = new double[one.length]; // cancels the effect of a round on both sides
    Arrays.setAll(ratios, i -> other[i] - one[i]);
    return Optional.of(of(ratios));
  }

  /** Returns the mean of at least two ratios, given by their logarithms. */
  public static LogRatio of(double[] logRatios) {
    double mean = Mean.of(logRatios).getAsDouble();
    double variance = Variance.of(logRatios).getAsDouble();
    return of(
        mean, variance, variance / logRatios.length, T_TEST.test(logRatios), logRatios.length);
  }

  /** Applies Welch's test for two independent sides (Biometrika 34, 1947). */
  private static LogRatio ofIndependentSides(double[] one, double[] other) {
    double first = Variance.of(one).getAsDouble();
    double second = Variance.of(other).getAsDouble();
    double mean = Mean.of(other).getAsDouble() - Mean.of(one).getAsDouble();
    return of(
        mean,
        first + second,
        first / one.length + second / other.length,
        T_TEST.test(other, one),
        Math.min(one.length, other.length));
  }

  private static LogRatio of(
      double mean, double variance, double squaredError, TTest.Result test, int forks) {
    // If all forks are equal, the test would divide zero by zero.
    double p = squaredError > 0 ? test.getPValue() : mean == 0 ? 1 : 0;
    return new LogRatio(
        mean, variance, Math.sqrt(squaredError), test.getDegreesOfFreedom(), p, forks);
  }

  public double ratio() {
    return Math.exp(mean);
  }

  /** Returns the confidence interval of the ratio with an error probability of {@code level}. */
  public Interval interval(double level) {
    double half =
        standardError > 0
            ? TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(level / 2)
                * standardError
            : 0;
    return new Interval(Math.exp(mean - half), Math.exp(mean + half));
  }
}
