package io.streambench.analysis.compare;

import org.apache.commons.numbers.combinatorics.BinomialCoefficientDouble;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * The Mann-Whitney test, two-sided: are scores of one side higher more often than chance would have
 * it? Asks nothing of the distribution of the scores. Exact where there are fewer than 50 forks on
 * a side and no two scores are equal, otherwise by the normal approximation with corrections for
 * continuity and for ties. (H. B. Mann, D. R. Whitney, "On a Test of Whether one of Two Random
 * Variables is Stochastically Larger than the Other", Annals of Mathematical Statistics 18, 1947.)
 */
final class RankTest {
  private static final MannWhitneyUTest TEST = MannWhitneyUTest.withDefaults();

  private RankTest() {}

  /** Probability that chance alone gives a difference at least as clear. */
  static double p(Sample one, Sample other) {
    double p = TEST.test(one.scores(), other.scores()).getPValue();
    // All scores equal: the approximation divides nothing by nothing.
    return Double.isNaN(p) ? 1 : p;
  }

  /** The p of the clearest result there can be: every score of a side above all of the other. */
  static double smallestP(int forks, int otherForks) {
    return Math.min(1, 2 / BinomialCoefficientDouble.value(forks + otherForks, forks));
  }
}
