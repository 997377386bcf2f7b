package io.streambench.compare.statistics;

import static io.streambench.compare.statistics.ComparisonVerdict.FASTER;
import static io.streambench.compare.statistics.ComparisonVerdict.NO_EVIDENCE;
import static io.streambench.compare.statistics.ComparisonVerdict.SLOWER;
import static io.streambench.compare.statistics.ComparisonVerdict.TOO_FEW_FORKS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.streambench.compare.statistics.Comparison.Question;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {
  private static final Sample BASELINE = Sample.of(0.98, 0.99, 1.0, 1.01, 1.02, 1.03);

  private static Judgement judge(
      double threshold, BetterDirection better, Layout layout, Sample one, Sample other) {
    return new Comparison(threshold).judge(better, layout, one, other);
  }

  private static Judgement judge(
      double threshold, BetterDirection better, Sample one, Sample other) {
    return judge(threshold, better, Layout.INTERLEAVED, one, other);
  }

  private static List<Judgement> judge(Sample baseline, Sample... contenders) {
    return new Comparison(0)
        .judge(
            BetterDirection.HIGHER,
            Layout.INTERLEAVED,
            Arrays.stream(contenders)
                .map(contender -> new Question(baseline, Optional.of(contender)))
                .toList());
  }

  /** Returns the forks of the baseline in a different order, multiplied by a factor. */
  private static Sample scaledBaseline(double factor) {
    return Sample.of(
        DoubleStream.of(1.01, 0.98, 1.02, 0.99, 1.03, 1.0).map(one -> one * factor).toArray());
  }

  private static Sample sampleOfLogarithms(double... logarithms) {
    return Sample.of(Arrays.stream(logarithms).map(Math::exp).toArray());
  }

  /** With a threshold, the whole interval must be beyond or within the threshold. */
  @ParameterizedTest
  @CsvSource({
    "0, HIGHER, 0.8, SLOWER, true",
    "0, LOWER, 0.8, FASTER, true",
    "0, HIGHER, 1, NO_EVIDENCE, false",
    "0.05, HIGHER, 0.8, SLOWER, true",
    "0.05, HIGHER, 0.93, NO_EVIDENCE, true",
    "0.1, HIGHER, 1, WITHIN_THRESHOLD, false",
    "0.2, HIGHER, 0.93, WITHIN_THRESHOLD, true"
  })
  void judgesKnownFactor(
      double threshold,
      BetterDirection better,
      double factor,
      ComparisonVerdict expectedVerdict,
      boolean isSignificant) {
    Judgement judgement = judge(threshold, better, BASELINE, scaledBaseline(factor));
    assertThat(judgement.verdict()).isEqualTo(expectedVerdict);
    Judgement.Evidence evidence = judgement.evidence().orElseThrow();
    assertThat(evidence.ratio()).isCloseTo(factor, within(1e-12));
    assertThat(evidence.isSignificant()).isEqualTo(isSignificant);
  }

  /** Compares with R's t.test(extra ~ group, sleep) on Student's data, paired and unpaired. */
  @ParameterizedTest
  @CsvSource({
    "INTERLEAVED, 0.002833, 0.7001142, 2.4598858",
    "IN_SEQUENCE, 0.07939, -0.2054832, 3.3654832"
  })
  void pValuesAndIntervalsMatchR(Layout layout, double p, double low, double high) {
    Sample one = sampleOfLogarithms(0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0);
    Sample other = sampleOfLogarithms(1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4);
    Judgement.Evidence evidence =
        judge(0, BetterDirection.HIGHER, layout, one, other).evidence().orElseThrow();
    assertThat(Math.log(evidence.ratio())).isCloseTo(1.58, within(1e-9));
    assertThat(evidence.pValue()).isCloseTo(p, within(1e-6 + 0.001 * p));
    assertThat(Math.log(evidence.interval().low())).isCloseTo(low, within(1e-6));
    assertThat(Math.log(evidence.interval().high())).isCloseTo(high, within(1e-6));
  }

  @Test
  void pairingRemovesEffectOfRounds() {
    Sample one = Sample.of(1.00, 1.40, 0.80, 1.20, 1.60);
    Sample other = Sample.of(0.91, 1.25, 0.72, 1.09, 1.43);
    assertThat(judge(0, BetterDirection.HIGHER, one, other).verdict()).isEqualTo(SLOWER);
    assertThat(judge(0, BetterDirection.HIGHER, Layout.IN_SEQUENCE, one, other).verdict())
        .isEqualTo(NO_EVIDENCE);
  }

  @Test
  void ignoresRoundsWithoutForkOnOneSide() {
    Sample five = new Sample(new int[] {1, 2, 4, 5, 6}, 2, 4, 2.1, 4.1, 3);
    Sample six = new Sample(new int[] {1, 2, 3, 4, 5, 6}, 1, 2, 99, 1, 2, 1.6);
    Judgement.Evidence evidence =
        judge(0, BetterDirection.HIGHER, six, five).evidence().orElseThrow();
    assertThat(evidence.ratio())
        .isCloseTo(Math.pow(2 * 2 * 2.1 * 2.05 * 3 / 1.6, 0.2), within(1e-12));
    Sample other = new Sample(new int[] {7, 8, 9, 10, 11}, 1, 2, 3, 4, 5);
    assertThat(judge(0, BetterDirection.HIGHER, six, other).verdict()).isEqualTo(TOO_FEW_FORKS);
  }

  @Test
  void doesNotJudgeThreeForks() {
    Judgement judgement =
        judge(0, BetterDirection.HIGHER, Sample.of(1, 1.001, 1.002), Sample.of(2, 2.001, 2.002));
    assertThat(judgement.verdict()).isEqualTo(TOO_FEW_FORKS);
    assertThat(judgement.evidence()).isEmpty();
    assertThat(judgement.forksNeeded()).isEqualTo(4);
    for (Sample few : List.of(Sample.of(2), Sample.of(2, 5), Sample.of(2, 9, 1))) {
      assertThat(judge(0, BetterDirection.HIGHER, Sample.of(1, 2, 1), few).forksNeeded())
          .as("not calculated from a spread that is not known")
          .isEqualTo(4);
    }
  }

  @Test
  void fewForksGiveLowerLimitOfForksNeeded() {
    double[] four = {1, 1.1, 0.9, 1.2};
    double[] twelve = new double[12];
    Arrays.setAll(twelve, i -> four[i % 4]);
    assertThat(forksNeeded(four)).isLessThan(estimateForks(four) / 2).isGreaterThan(4);
    assertThat(forksNeeded(twelve)).isEqualTo(estimateForks(twelve)).isGreaterThan(12);
    assertThat(forksNeeded(0.99, 1, 1.01, 1.1)).as("more than were measured").isEqualTo(5);
  }

  private static int estimateForks(double... ratios) {
    double[] logarithms = Arrays.stream(ratios).map(Math::log).toArray();
    return RequiredForks.of(LogRatio.of(logarithms).variance(), 0.1, 1);
  }

  private static int forksNeeded(double... ratios) {
    double[] ones = new double[ratios.length];
    Arrays.fill(ones, 1);
    return judge(0, BetterDirection.HIGHER, Layout.INTERLEAVED, Sample.of(ones), Sample.of(ratios))
        .forksNeeded();
  }

  @Test
  void judgesForksWithoutVarianceByRatio() {
    Sample two = Sample.of(2, 2, 2, 2);
    for (Layout layout : Layout.values()) {
      assertThat(judge(0, BetterDirection.HIGHER, layout, two, two).verdict())
          .isEqualTo(NO_EVIDENCE);
      assertThat(judge(0, BetterDirection.HIGHER, layout, two, Sample.of(3, 3, 3, 3)).verdict())
          .isEqualTo(FASTER);
    }
  }

  /** Compares with R's p.adjust(c(0.03, 0.01, 0.04, 0.02), "holm"). */
  @Test
  void holmAdjustmentMatchesR() {
    assertThat(Comparison.holmAdjustedPValues(0.03, 0.01, Double.NaN, 0.04, 0.02))
        .containsExactly(new double[] {0.06, 0.04, Double.NaN, 0.06, 0.06}, within(1e-12));
    assertThat(Comparison.holmAdjustedPValues(0.04)).containsExactly(0.04);
    assertThat(Comparison.holmAdjustedPValues(0.9, 0.8)).containsExactly(1, 1);
  }

  @ParameterizedTest
  @CsvSource({"0.005, 0.10, 1, 8", "0.005, 0.05, 1, 25", "0, 0.10, 1, 4", "0, 0.10, 2, 4"})
  void calculatesRequiredForks(
      double variance, double difference, int questions, int expectedForks) {
    assertThat(RequiredForks.of(variance, difference, questions)).isEqualTo(expectedForks);
  }

  @Provide
  Arbitrary<List<Double>> forkScores() {
    return Arbitraries.doubles().between(0.9, 1.1).ofScale(4).list().ofMinSize(4).ofMaxSize(8);
  }

  private static Sample sample(List<Double> scores) {
    return Sample.of(scores.stream().mapToDouble(d -> d).toArray());
  }

  @Property(tries = 100)
  void swappingSidesReversesVerdict(
      @ForAll("forkScores") List<Double> one, @ForAll("forkScores") List<Double> other) {
    for (double threshold : new double[] {0, 0.02}) {
      ComparisonVerdict there =
          judge(threshold, BetterDirection.HIGHER, sample(one), sample(other)).verdict();
      ComparisonVerdict back =
          judge(threshold, BetterDirection.HIGHER, sample(other), sample(one)).verdict();
      assertThat(back).isEqualTo(there == FASTER ? SLOWER : there == SLOWER ? FASTER : there);
    }
  }

  /** The interval agrees with the decision in every step of Holm's method. */
  @Property(tries = 200)
  void intervalAgreesWithAdjustedPValue(
      @ForAll("forkScores") List<Double> base,
      @ForAll("forkScores") List<Double> one,
      @ForAll("forkScores") List<Double> other,
      @ForAll("forkScores") List<Double> third) {
    for (Judgement judgement : judge(sample(base), sample(one), sample(other), sample(third))) {
      Judgement.Evidence evidence = judgement.evidence().orElseThrow();
      assertThat(evidence.pValue() < 0.05).isEqualTo(!evidence.interval().contains(1));
      assertThat(judgement.isDifferent()).isEqualTo(evidence.isSignificant());
    }
  }
}
