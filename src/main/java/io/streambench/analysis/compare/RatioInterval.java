package io.streambench.analysis.compare;

import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The 95 % interval of a ratio of medians, as wide as what is not known of the forks makes it. In
 * logarithms, in which a ratio is a difference, each arm of the {@link Bootstrap}'s interval
 * becomes
 *
 * <pre>  sqrt((k arm)² + s²) + d</pre>
 *
 * <ul>
 *   <li>An arm is no shorter than that of Welch's t, where a side has fewer than {@value #FEW}
 *       forks, or where one is much more spread: a bootstrap cannot leave the range of what it
 *       draws from (B. L. Welch, "The Generalization of Student's Problem when Several Different
 *       Population Variances are Involved", Biometrika 34, 1947).
 *   <li>k, in sequence only: forks that follow one another share much. At the lag-1 autocorrelation
 *       of r a mean is as uncertain as one of n (1 - r) / (1 + r) independent forks. Of our 80
 *       forks of one cell (docs/results/2026-11-21-aa.json) r is 0.57.
 *   <li>s, in sequence only: two sessions on one machine differ by {@value #SESSION_CV}
 *       (coefficient of variation) for no reason that the forks could tell.
 *   <li>d, in sequence only: where the forks of a side go one way, what that way comes to from the
 *       middle of one side to the middle of the other.
 * </ul>
 */
final class RatioInterval {
  static final double SESSION_CV = 0.02;
  private static final double AUTOCORRELATION = 0.57;
  private static final int FEW = 8;
  private static final double MUCH_MORE = 3;
  private static final double TAIL = 0.025;
  private static final double Z = -NormalDistribution.of(0, 1).inverseCumulativeProbability(TAIL);

  private RatioInterval() {}

  static Interval of(Bootstrap bootstrap, Layout layout, Sample baseline, Sample contender) {
    Interval drawn = bootstrap.ratio(baseline, contender);
    double ratio = Math.log(contender.median() / baseline.median());
    double low = ratio - Math.log(drawn.low());
    double high = Math.log(drawn.high()) - ratio;
    if (needsWelch(baseline, contender)) {
      double means = contender.logMean() - baseline.logMean();
      double arm = welch(baseline, contender);
      // about the medians, of which it speaks, and about the means, of which Welch's t does
      low = Math.max(low, arm + Math.max(0, ratio - means));
      high = Math.max(high, arm + Math.max(0, means - ratio));
    }
    if (layout == Layout.IN_SEQUENCE) {
      double drift = drift(baseline, contender);
      low = inSequence(low) + drift;
      high = inSequence(high) + drift;
    }
    return new Interval(Math.exp(ratio - low), Math.exp(ratio + high));
  }

  private static double inSequence(double arm) {
    double dependence = Math.sqrt((1 + AUTOCORRELATION) / (1 - AUTOCORRELATION));
    return Math.hypot(dependence * arm, Z * Math.sqrt(2) * SESSION_CV);
  }

  private static double drift(Sample baseline, Sample contender) {
    double steepest =
        Stream.of(baseline, contender)
            .flatMap(side -> ForkOrder.of(side).stream())
            .filter(ForkOrder::drifts)
            .mapToDouble(order -> Math.abs(order.slope()))
            .max()
            .orElse(0);
    return steepest * (baseline.size() + contender.size()) / 2;
  }

  private static boolean needsWelch(Sample baseline, Sample contender) {
    return Math.min(baseline.size(), contender.size()) < FEW || unequal(baseline, contender);
  }

  /** Sides of which one is much more spread, or has more than twice the forks. */
  private static boolean unequal(Sample baseline, Sample contender) {
    double one = baseline.logVariance();
    double other = contender.logVariance();
    int fewer = Math.min(baseline.size(), contender.size());
    return Math.max(one, other) > MUCH_MORE * MUCH_MORE * Math.min(one, other)
        || Math.max(baseline.size(), contender.size()) > 2 * fewer;
  }

  private static double welch(Sample baseline, Sample contender) {
    double one = baseline.logVariance() / baseline.size();
    double other = contender.logVariance() / contender.size();
    double error = one + other;
    if (error == 0) {
      return 0;
    }
    // Where they are unequal, what the samples say of the freedom is too much as often as it is too
    // little, and too much is what makes an alarm false: the least there can be is sure.
    double freedom =
        unequal(baseline, contender)
            ? Math.min(baseline.size(), contender.size()) - 1
            : error
                * error
                / (one * one / (baseline.size() - 1) + other * other / (contender.size() - 1));
    return -TDistribution.of(freedom).inverseCumulativeProbability(TAIL) * Math.sqrt(error);
  }
}
