package io.streambench.analysis.compare;

import io.streambench.analysis.compare.Judgement.Evidence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The rule by which contenders are judged, each against the baseline of its cell.
 *
 * <p>A contender is <em>different</em> if two things come together: the Mann-Whitney test over the
 * forks has p below 0.05, and the 95 % {@link RatioInterval} of the ratio of medians excludes 1.
 * The first bounds how often chance is taken for a difference, whatever the distribution; the
 * second says how large the difference may be, keeps away one that is only of spread or shape, and
 * is the wider the less can be told from drift: forks in sequence ask for more than forks by turns.
 *
 * <p>A threshold t makes of 1 a band from 1 / (1 + t) to 1 + t, which is the same seen from either
 * side. FASTER and SLOWER then need the whole interval outside of the band: the difference is shown
 * to be larger than the threshold, not only to exist. WITHIN_THRESHOLD needs the whole interval
 * inside. Everything else is NO_EVIDENCE, a small but certain difference included.
 *
 * <p>Of several contenders in a cell the p are corrected by {@link Holm}. Not judged is what has so
 * few forks that the clearest result there can be would not be enough, or fewer than four on a
 * side: no interval is to be had of the median of three. Not thread-safe, as its {@link Bootstrap}
 * is not.
 */
public final class Comparison {
  /** The level of the test. */
  public static final double SIGNIFICANCE = 0.05;

  /** The fewest forks of a side. */
  public static final int MIN_FORKS = 4;

  private final double threshold;
  private final Bootstrap bootstrap;

  /**
   * @param threshold differences up to it are of no interest, 0.05 for 5 %; 0 for none
   */
  public Comparison(double threshold, Bootstrap bootstrap) {
    this.threshold = threshold;
    this.bootstrap = bootstrap;
  }

  /**
   * One judgement for each contender, in their order.
   *
   * @param layout of each contender's forks beside the baseline's
   * @param contenders empty where there is nothing to compare
   */
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
    double[] p = adjusted(baseline, contenders);
    List<Judgement> judgements = new ArrayList<>();
    for (int i = 0; i < p.length; i++) {
      Optional<Sample> contender = contenders.get(i);
      if (contender.isEmpty()) {
        judgements.add(Judgement.none());
      } else if (Double.isNaN(p[i])) {
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

  /** NaN for what cannot be judged. */
  private static double[] adjusted(Sample baseline, List<Optional<Sample>> contenders) {
    double[] p = new double[contenders.size()];
    Arrays.fill(p, Double.NaN);
    // What could not be found different even alone can be no false alarm and takes part in nothing.
    int[] family =
        IntStream.range(0, p.length)
            .filter(i -> contenders.get(i).isPresent())
            .filter(i -> smallestP(baseline, contenders.get(i).get()) < SIGNIFICANCE)
            .toArray();
    double[] smallest =
        Holm.adjusted(
            Arrays.stream(family)
                .mapToDouble(i -> smallestP(baseline, contenders.get(i).get()))
                .toArray());
    double[] adjusted =
        Holm.adjusted(
            Arrays.stream(family)
                .mapToDouble(i -> RankTest.p(baseline, contenders.get(i).get()))
                .toArray());
    for (int i = 0; i < family.length; i++) {
      if (smallest[i] < SIGNIFICANCE) {
        p[family[i]] = adjusted[i];
      }
    }
    return p;
  }

  /** The smallest p that two samples of these sizes can have; 1 where they are never judged. */
  private static double smallestP(Sample one, Sample other) {
    return Math.min(one.size(), other.size()) < MIN_FORKS
        ? 1
        : RankTest.smallestP(one.size(), other.size());
  }
}
