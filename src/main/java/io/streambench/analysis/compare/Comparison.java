package io.streambench.analysis.compare;

import io.streambench.analysis.compare.Judgement.Evidence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.numbers.combinatorics.BinomialCoefficientDouble;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * The rule by which contenders are judged, each against the baseline of its cell.
 *
 * <p>A contender is <em>different</em> if two things come together: the Mann-Whitney test over the
 * forks has p below 0.05, and the 95 % {@link RatioInterval} of the ratio of medians excludes 1.
 * The first bounds how often chance is taken for a difference, whatever the distribution; the
 * second says how large the difference may be, keeps away one that is only of spread or shape, and
 * is the wider the less is known of drift: forks in sequence ask for more than forks by turns.
 *
 * <p>A threshold t makes of 1 a band from 1 / (1 + t) to 1 + t, which is the same seen from either
 * side. FASTER and SLOWER then need the whole interval outside of the band, WITHIN_THRESHOLD
 * inside. Everything else is NO_EVIDENCE, a small but certain difference included.
 *
 * <p>Of several contenders in a cell the p are corrected by Holm. Not judged is what has so few
 * forks that the clearest result there can be would not be enough, or fewer than four on a side: no
 * interval is to be had of the median of three. Not thread-safe, as its {@link Bootstrap} is not.
 */
public final class Comparison {
  /** The level of the test. */
  public static final double SIGNIFICANCE = 0.05;

  /** The fewest forks of a side. */
  public static final int MIN_FORKS = 4;

  private static final MannWhitneyUTest MANN_WHITNEY = MannWhitneyUTest.withDefaults();

  private final double threshold;
  private final Bootstrap bootstrap;

  /** Differences up to the threshold are of no interest: 0.05 for 5 %, 0 for none. */
  public Comparison(double threshold, Bootstrap bootstrap) {
    this.threshold = threshold;
    this.bootstrap = bootstrap;
  }

  /** One judgement for each contender, in their order; NOT_COMPARABLE for an empty one. */
  public List<Judgement> judge(
      Better better, Layout layout, Sample baseline, List<Optional<Sample>> contenders) {
    List<Sample> sides = new ArrayList<>(List.of(baseline));
    contenders.forEach(contender -> contender.ifPresent(sides::add));
    int rivals = sides.size() - 1;
    int needed =
        ForksNeeded.of(
            ForksNeeded.pooledVariance(sides),
            threshold > 0 ? threshold : ForksNeeded.DEFAULT_DIFFERENCE,
            rivals);
    double[] smallest = holm(each(contenders, other -> smallestP(baseline, other)));
    double[] p = holm(each(contenders, other -> p(baseline, other)));
    List<Judgement> judgements = new ArrayList<>();
    for (int i = 0; i < p.length; i++) {
      Optional<Sample> contender = contenders.get(i);
      if (contender.isEmpty()) {
        judgements.add(Judgement.none());
      } else if (!(smallest[i] < SIGNIFICANCE)) {
        judgements.add(new Judgement(ComparisonVerdict.TOO_FEW_FORKS, Optional.empty(), needed));
      } else {
        Evidence evidence =
            new Evidence(
                contender.get().median() / baseline.median(),
                RatioInterval.of(bootstrap, layout, baseline, contender.get()),
                p[i]);
        judgements.add(new Judgement(verdict(better, evidence), Optional.of(evidence), needed));
      }
    }
    return judgements;
  }

  private ComparisonVerdict verdict(Better better, Evidence evidence) {
    Interval band = new Interval(1 / (1 + threshold), 1 + threshold);
    if (threshold > 0 && evidence.interval().within(band)) {
      return ComparisonVerdict.WITHIN_THRESHOLD;
    }
    if (!evidence.significant() || !evidence.interval().apartFrom(band)) {
      return ComparisonVerdict.NO_EVIDENCE;
    }
    boolean higher = evidence.interval().low() > 1;
    return higher == (better == Better.HIGHER)
        ? ComparisonVerdict.FASTER
        : ComparisonVerdict.SLOWER;
  }

  private static double[] each(
      List<Optional<Sample>> contenders, ToDoubleFunction<Sample> probability) {
    return contenders.stream()
        .mapToDouble(side -> side.map(probability::applyAsDouble).orElse(Double.NaN))
        .toArray();
  }

  /**
   * Holm's correction: with several contenders in a cell, the chance that any of them is called
   * different by chance stays what it is for one. (S. Holm, "A Simple Sequentially Rejective
   * Multiple Test Procedure", Scandinavian Journal of Statistics 6, 1979.) NaN takes no part.
   */
  static double[] holm(double... p) {
    List<Integer> ascending =
        IntStream.range(0, p.length)
            .filter(i -> !Double.isNaN(p[i]))
            .boxed()
            .sorted(Comparator.comparingDouble(i -> p[i]))
            .toList();
    double[] adjusted = p.clone();
    double least = 0;
    for (int step = 0; step < ascending.size(); step++) {
      int i = ascending.get(step);
      least = Math.max(least, Math.min(1, p[i] * (ascending.size() - step)));
      adjusted[i] = least;
    }
    return adjusted;
  }

  /**
   * The Mann-Whitney test, two-sided, which asks nothing of the distribution of the scores: exact
   * where there are fewer than 50 forks on a side and no two scores are equal, otherwise by the
   * normal approximation (H. B. Mann, D. R. Whitney, "On a Test of Whether one of Two Random
   * Variables is Stochastically Larger than the Other", Annals of Mathematical Statistics 18,
   * 1947). NaN for what is never judged.
   */
  static double p(Sample one, Sample other) {
    if (Double.isNaN(smallestP(one, other))) {
      return Double.NaN;
    }
    double p = MANN_WHITNEY.test(one.scores(), other.scores()).getPValue();
    // All scores equal: the approximation divides nothing by nothing.
    return Double.isNaN(p) ? 1 : p;
  }

  /**
   * The p of the clearest result there can be. NaN where that could not be found different even
   * alone: it can be no false alarm.
   */
  private static double smallestP(Sample one, Sample other) {
    double smallest = smallestP(one.size(), other.size());
    return Math.min(one.size(), other.size()) < MIN_FORKS || smallest >= SIGNIFICANCE
        ? Double.NaN
        : smallest;
  }

  /** The p of a result in which every score of a side is above all of the other. */
  static double smallestP(int forks, int otherForks) {
    return Math.min(1, 2 / BinomialCoefficientDouble.value(forks + otherForks, forks));
  }
}
