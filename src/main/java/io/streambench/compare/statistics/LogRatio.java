package io.streambench.compare.statistics;

import io.streambench.base.Interval;
import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.TTest;

/**
 * The ratio of two sides by Student's t, on logarithms, in which a ratio is a difference and its
 * mean is the ratio of geometric means.
 *
 * @param mean of the logarithm of the ratio
 * @param variance of that logarithm for one fork on each side
 * @param error standard error of the mean
 * @param degreesOfFreedom degrees of freedom of t
 * @param p of the test that the ratio is 1, two-sided
 * @param forks pairs, or the forks of the smaller side
 */
public record LogRatio(
    double mean, double variance, double error, double degreesOfFreedom, double p, int forks) {
  private static final TTest T_TEST = TTest.withDefaults();

  /** Empty with fewer than two forks a side, or than two rounds in which both have one. */
  static Optional<LogRatio> of(Layout layout, Sample baseline, Sample contender) {
    boolean turns = layout == Layout.INTERLEAVED;
    double[] one = turns ? baseline.logsOfCommonRounds(contender) : baseline.logs();
    double[] other = turns ? contender.logsOfCommonRounds(baseline) : contender.logs();
    if (Math.min(one.length, other.length) < 2) {
      return Optional.empty();
    }
    if (!turns) {
      return Optional.of(welch(one, other));
    }
    double[] ratios = new double[one.length]; // what a round does to both sides cancels out
    Arrays.setAll(ratios, i -> other[i] - one[i]);
    return Optional.of(of(ratios));
  }

  /** Of the logarithms of two or more ratios. */
  public static LogRatio of(double[] ratios) {
    double mean = Mean.of(ratios).getAsDouble();
    double variance = Variance.of(ratios).getAsDouble();
    return of(mean, variance, variance / ratios.length, T_TEST.test(ratios), ratios.length);
  }

  /** Welch's test of two independent sides (Biometrika 34, 1947). */
  private static LogRatio welch(double[] one, double[] other) {
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
    // Forks that are all equal: the test divides nothing by nothing.
    double p = squaredError > 0 ? test.getPValue() : mean == 0 ? 1 : 0;
    return new LogRatio(
        mean, variance, Math.sqrt(squaredError), test.getDegreesOfFreedom(), p, forks);
  }

  public double ratio() {
    return Math.exp(mean);
  }

  /** The interval that misses the true ratio with this probability. */
  public Interval interval(double level) {
    double half =
        error > 0
            ? TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(level / 2) * error
            : 0;
    return new Interval(Math.exp(mean - half), Math.exp(mean + half));
  }
}
