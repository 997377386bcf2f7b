package io.streambench.analysis.compare;

import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * The counts of {@link Calibration}.
 *
 * @param pairs of each kind
 * @param falseAlarms pairs of equals that were called different
 * @param found pairs with a loss in which the second was called slower
 * @param held how often the interval of the ratio held the true one, in the pairs of both kinds
 */
record CalibrationResult(int pairs, int falseAlarms, int found, int held) {

  /** A part of all cases, with the interval in which it lies with a probability of 95 %. */
  public record Rate(int cases, int of) {
    /** The rate as a number from 0 to 1. */
    public double value() {
      return (double) cases / of;
    }

    /**
     * The exact interval (C. J. Clopper, E. S. Pearson, "The Use of Confidence or Fiducial Limits
     * Illustrated in the Case of the Binomial", Biometrika 26, 1934).
     */
    public Interval interval() {
      double low =
          cases == 0
              ? 0
              : BetaDistribution.of(cases, of - cases + 1.0).inverseCumulativeProbability(0.025);
      double high =
          cases == of
              ? 1
              : BetaDistribution.of(cases + 1.0, of - cases).inverseCumulativeProbability(0.975);
      return new Interval(low, high);
    }
  }

  CalibrationResult and(Judgement same, Judgement lost, double lostRatio) {
    return new CalibrationResult(
        pairs,
        falseAlarms + (same.different() ? 1 : 0),
        found + (lost.verdict() == ComparisonVerdict.SLOWER ? 1 : 0),
        held + (holds(same, 1) ? 1 : 0) + (holds(lost, lostRatio) ? 1 : 0));
  }

  private static boolean holds(Judgement judgement, double ratio) {
    return judgement.evidence().filter(e -> e.interval().contains(ratio)).isPresent();
  }

  /** Rate at which equals are called different. */
  public Rate falseAlarmRate() {
    return new Rate(falseAlarms, pairs);
  }

  /** Rate at which the loss is found. */
  public Rate power() {
    return new Rate(found, pairs);
  }

  /** Rate at which the interval holds the true ratio; 0.95 is what it promises. */
  public Rate coverage() {
    return new Rate(held, 2 * pairs);
  }
}
