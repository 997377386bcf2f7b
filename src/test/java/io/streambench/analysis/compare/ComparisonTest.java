package io.streambench.analysis.compare;

import static io.streambench.analysis.compare.ComparisonVerdict.FASTER;
import static io.streambench.analysis.compare.ComparisonVerdict.NOT_COMPARABLE;
import static io.streambench.analysis.compare.ComparisonVerdict.NO_EVIDENCE;
import static io.streambench.analysis.compare.ComparisonVerdict.SLOWER;
import static io.streambench.analysis.compare.ComparisonVerdict.TOO_FEW_FORKS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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

  private final Bootstrap bootstrap = new Bootstrap();

  private Judgement judge(double threshold, Better better, Sample one, Sample other) {
    return new Comparison(threshold, bootstrap)
        .judge(better, Layout.INTERLEAVED, one, List.of(Optional.of(other)))
        .get(0);
  }

  private List<ComparisonVerdict> verdicts(Sample baseline, Sample... contenders) {
    return new Comparison(0, bootstrap)
            .judge(
                Better.HIGHER,
                Layout.INTERLEAVED,
                baseline,
                Arrays.stream(contenders).map(Optional::of).toList())
            .stream()
            .map(Judgement::verdict)
            .toList();
  }

  private static Sample times(double factor) {
    return Sample.of(Arrays.stream(BASELINE.scores()).map(score -> score * factor).toArray());
  }

  /** A threshold asks that the whole interval lies beyond it, or within. */
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
  void theVerdictOnAFactor(
      double threshold,
      Better better,
      double factor,
      ComparisonVerdict verdict,
      boolean significant) {
    Judgement judgement = judge(threshold, better, BASELINE, times(factor));
    assertThat(judgement.verdict()).isEqualTo(verdict);
    Judgement.Evidence evidence = judgement.evidence().orElseThrow();
    assertThat(evidence.ratio()).isCloseTo(factor, within(1e-12));
    assertThat(evidence.significant()).isEqualTo(significant);
  }

  @Test
  void threeForksAreNeverJudgedHoweverClearTheyLook() {
    Judgement judgement =
        judge(0, Better.HIGHER, Sample.of(1, 1.001, 1.002), Sample.of(2, 2.001, 2.002));
    assertThat(judgement.verdict()).isEqualTo(TOO_FEW_FORKS);
    assertThat(judgement.evidence()).isEmpty();
    assertThat(judgement.forksNeeded()).isEqualTo(4);
    assertThat(judge(0, Better.HIGHER, Sample.of(1), Sample.of(2)).forksNeeded()).isEqualTo(4);
  }

  @Test
  void forksThatVaryMoreTakeMoreOfThem() {
    Judgement judgement = judge(0, Better.HIGHER, Sample.of(1, 1.2), Sample.of(1.1, 0.9));
    assertThat(judgement.verdict()).isEqualTo(TOO_FEW_FORKS);
    assertThat(judgement.forksNeeded()).isGreaterThan(20);
  }

  @Test
  void fourForksCarryOneContenderButNotTwo() {
    Sample four = Sample.of(1, 1.01, 1.02, 1.03);
    Sample far = Sample.of(2, 2.01, 2.02, 2.03);
    Sample farther = Sample.of(3, 3.01, 3.02, 3.03);
    assertThat(verdicts(four, far)).containsExactly(FASTER);
    assertThat(verdicts(four, far, farther)).containsExactly(TOO_FEW_FORKS, TOO_FEW_FORKS);
    assertThat(verdicts(four, far, Sample.of(3, 3.1))).containsExactly(FASTER, TOO_FEW_FORKS);
  }

  @Test
  void eachOfManyContendersIsJudgedBesideTheFirst() {
    assertThat(verdicts(BASELINE, times(1.3), times(1), times(0.7)))
        .containsExactly(FASTER, NO_EVIDENCE, SLOWER);
  }

  @Test
  void aContenderWithoutForksIsNotCompared() {
    assertThat(
            new Comparison(0, bootstrap)
                .judge(Better.HIGHER, Layout.INTERLEAVED, BASELINE, List.of(Optional.empty())))
        .extracting(Judgement::verdict)
        .containsExactly(NOT_COMPARABLE);
  }

  /** The result of R's p.adjust(c(0.03, 0.01, 0.04, 0.02), "holm"). */
  @Test
  void holmLooksAtOneLessWithEachStep() {
    assertThat(Comparison.holm(0.03, 0.01, Double.NaN, 0.04, 0.02))
        .containsExactly(new double[] {0.06, 0.04, Double.NaN, 0.06, 0.06}, within(1e-12));
    assertThat(Comparison.holm(0.04)).containsExactly(0.04);
    assertThat(Comparison.holm(0.9, 0.8)).containsExactly(1, 1);
  }

  /** The example of R's wilcox.test: W = 35, p = 0.2544 two-sided. */
  @Test
  void theTestAgreesWithAPublishedExample() {
    Sample one = Sample.of(0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46);
    Sample other = Sample.of(1.15, 0.88, 0.90, 0.74, 1.21);
    assertThat(Comparison.p(one, other)).isCloseTo(0.2544, within(0.0001));
    assertThat(Comparison.p(other, one)).isCloseTo(0.2544, within(0.0001));
    assertThat(Comparison.p(Sample.of(2, 2, 2, 2), Sample.of(2, 2, 2, 2))).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"0.0025, 0.10, 1, 10", "0.0025, 0.05, 1, 35", "0, 0.10, 1, 4", "0, 0.10, 2, 5"})
  void forksAreNeededForASmallDifferenceAndForTheTest(
      double variance, double difference, int contenders, int forks) {
    assertThat(ForksNeeded.of(variance, difference, contenders)).isEqualTo(forks);
  }

  @Test
  void theSpreadIsThatWithinTheSides() {
    Sample low = Sample.of(1, 1.02, 1.04);
    Sample high = Sample.of(100, 102, 104);
    assertThat(ForksNeeded.pooledVariance(List.of(low, high)))
        .isCloseTo(ForksNeeded.pooledVariance(List.of(low)), within(1e-12));
    assertThat(ForksNeeded.pooledVariance(List.of(Sample.of(3)))).isZero();
  }

  @Provide
  Arbitrary<List<Double>> forks() {
    return Arbitraries.doubles().between(0.9, 1.1).ofScale(4).list().ofMinSize(4).ofMaxSize(8);
  }

  @Property(tries = 100)
  void swappingTheSidesTurnsTheVerdictRound(
      @ForAll("forks") List<Double> one, @ForAll("forks") List<Double> other) {
    Sample a = Sample.of(one.stream().mapToDouble(d -> d).toArray());
    Sample b = Sample.of(other.stream().mapToDouble(d -> d).toArray());
    for (double threshold : new double[] {0, 0.02}) {
      ComparisonVerdict there = judge(threshold, Better.HIGHER, a, b).verdict();
      ComparisonVerdict back = judge(threshold, Better.HIGHER, b, a).verdict();
      assertThat(back).isEqualTo(there == FASTER ? SLOWER : there == SLOWER ? FASTER : there);
    }
  }
}
