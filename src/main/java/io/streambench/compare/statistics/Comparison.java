package io.streambench.compare.statistics;

import io.streambench.base.Interval;
import io.streambench.compare.statistics.Judgement.Evidence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.statistics.inference.FisherExactTest;

/**
 * A comparison that judges contenders against a baseline, with Student's t-test on the logarithms
 * of their scores.
 *
 * <ul>
 *   <li>Every fork counts once (A. Georges, D. Buytaert, L. Eeckhout, "Statistically Rigorous Java
 *       Performance Evaluation", OOPSLA 2007; T. Kalibera, R. Jones, "Rigorous Benchmarking in
 *       Reasonable Time", ISMM 2013). Interleaved forks are compared with the paired test over the
 *       rounds, forks in sequence with Welch's test.
 *   <li>All comparisons of a cell form one family. Holm's method corrects the p-values
 *       (Scandinavian Journal of Statistics 6, 1979). Bonferroni's method corrects the intervals:
 *       with m comparisons, each has level 1 - 5 %/m, so all intervals of a cell hold
 *       simultaneously in 95 % of cases. If only a later step of Holm's method finds a difference,
 *       its interval has the level of that step. The intervals then hold simultaneously in fewer
 *       cases ({@code CalibrationTest}).
 *   <li>FASTER and SLOWER: the interval excludes 1 or, with a threshold t, lies outside the range 1
 *       / (1 + t) to 1 + t. WITHIN_THRESHOLD: the interval lies inside this range (two one-sided
 *       tests, D. J. Schuirmann, 1987). Everything else is NO_EVIDENCE.
 * </ul>
 *
 * @param threshold largest difference to ignore, as a fraction: 0.05 for 5 %, 0 for none
 */
public record Comparison(double threshold) {
  /** The significance level of the test. */
  public static final double SIGNIFICANCE_LEVEL = 0.05;

  /** The minimum number of forks per side, or of pairs, so that one outlier does not decide. */
  public static final int MIN_FORKS = 4;

  /**
   * The question whether a contender differs from its baseline. An empty contender cannot be
   * compared.
   *
   * @param bias the largest error of the ratio that all forks may share
   */
  public record Question(Sample baseline, Optional<Sample> contender, double bias) {
    public Question(Sample baseline, Optional<Sample> contender) {
      this(baseline, contender, 0);
    }
  }

  /** Judges a single contender. */
  public Judgement judge(BetterDirection better, Layout layout, Sample baseline, Sample contender) {
    return judge(better, layout, List.of(new Question(baseline, Optional.of(contender)))).get(0);
  }

  /**
   * Returns one judgement per question, corrected for the number of questions. The judgement of an
   * empty contender is NOT_COMPARABLE.
   */
  public List<Judgement> judge(BetterDirection better, Layout layout, List<Question> questions) {
    List<Optional<LogRatio>> ratios =
        questions.stream()
            .map(
                question ->
                    question.contender.flatMap(
                        other -> LogRatio.of(layout, question.baseline, other)))
            .toList();
    double[] p =
        ratios.stream()
            .mapToDouble(
                ratio ->
                    ratio
                        .filter(Comparison::hasEnoughForks)
                        .map(LogRatio::pValue)
                        .orElse(Double.NaN))
            .toArray();
    double[] holm = holmAdjustedPValues(p);
    int family =
        (int) ratios.stream().flatMap(Optional::stream).filter(Comparison::hasEnoughForks).count();
    List<Judgement> judgements = new ArrayList<>();
    for (int i = 0; i < p.length; i++) {
      if (questions.get(i).contender.isEmpty()) {
        judgements.add(Judgement.notComparable());
      } else if (Double.isNaN(p[i])) {
        judgements.add(new Judgement(ComparisonVerdict.TOO_FEW_FORKS, Optional.empty(), MIN_FORKS));
      } else {
        LogRatio ratio = ratios.get(i).orElseThrow();
        boolean laterStep = holm[i] < SIGNIFICANCE_LEVEL && p[i] * family >= SIGNIFICANCE_LEVEL;
        double level = SIGNIFICANCE_LEVEL / (laterStep ? holm[i] / p[i] : family);
        Interval measured = ratio.interval(level);
        double bias = questions.get(i).bias;
        Interval interval =
            new Interval(Math.max(0, measured.low() - bias), measured.high() + bias);
        Evidence evidence = new Evidence(ratio.ratio(), interval, measured, holm[i]);
        double relevant = threshold > 0 ? threshold : RequiredForks.DEFAULT_DIFFERENCE;
        int needed = RequiredForks.of(ratio, relevant, family);
        judgements.add(new Judgement(verdict(better, evidence), Optional.of(evidence), needed));
      }
    }
    return judgements;
  }

  private static boolean hasEnoughForks(LogRatio ratio) {
    return ratio.forks() >= MIN_FORKS;
  }

  private ComparisonVerdict verdict(BetterDirection better, Evidence evidence) {
    Interval band = new Interval(1 / (1 + threshold), 1 + threshold);
    if (threshold > 0 && evidence.interval().isWithin(band)) {
      return ComparisonVerdict.WITHIN_THRESHOLD;
    }
    if (!evidence.isSignificant() || !evidence.interval().isDisjointFrom(band)) {
      return ComparisonVerdict.NO_EVIDENCE;
    }
    return differenceVerdict(better, evidence.interval().low() > 1);
  }

  private static ComparisonVerdict differenceVerdict(BetterDirection better, boolean isHigher) {
    return switch (better) {
      case UNKNOWN -> ComparisonVerdict.DIFFERENT;
      case HIGHER -> isHigher ? ComparisonVerdict.FASTER : ComparisonVerdict.SLOWER;
      case LOWER -> isHigher ? ComparisonVerdict.SLOWER : ComparisonVerdict.FASTER;
    };
  }

  /**
   * Judges a cell in which one side is 0 in every fork and the other in none (Fisher's exact test).
   *
   * @param isContenderHigher whether the contender has the nonzero scores
   * @param comparisons number of comparisons of the cell
   */
  public static Judgement judgeZeroAgainstNonzero(
      BetterDirection better,
      boolean isContenderHigher,
      int zeroForks,
      int nonzeroForks,
      int comparisons) {
    int needed = MIN_FORKS;
    while (fisherExactPValue(needed, needed) * comparisons >= SIGNIFICANCE_LEVEL) {
      needed++;
    }
    boolean enough =
        Math.min(zeroForks, nonzeroForks) >= MIN_FORKS
            && fisherExactPValue(zeroForks, nonzeroForks) * comparisons < SIGNIFICANCE_LEVEL;
    return new Judgement(
        enough ? differenceVerdict(better, isContenderHigher) : ComparisonVerdict.TOO_FEW_FORKS,
        Optional.empty(),
        needed);
  }

  private static double fisherExactPValue(int zeroForks, int nonzeroForks) {
    return FisherExactTest.withDefaults()
        .test(new int[][] {{zeroForks, 0}, {0, nonzeroForks}})
        .getPValue();
  }

  /** Adjusts p-values with Holm's method. NaN values do not count as comparisons and remain NaN. */
  static double[] holmAdjustedPValues(double... pValues) {
    List<Integer> ascending =
        IntStream.range(0, pValues.length)
            .filter(i -> !Double.isNaN(pValues[i]))
            .boxed()
            .sorted(Comparator.comparingDouble(i -> pValues[i]))
            .toList();
    double[] adjusted = pValues.clone();
    double least = 0;
    for (int step = 0; step < ascending.size(); step++) {
      int i = ascending.get(step);
      least = Math.max(least, Math.min(1, pValues[i] * (ascending.size() - step)));
      adjusted[i] = least;
    }
    return adjusted;
  }
}
