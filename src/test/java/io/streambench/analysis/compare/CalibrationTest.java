package io.streambench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CalibrationTest {
  /** Ten times as many for the figures in docs/comparison.md. */
  private static final int PAIRS = Integer.getInteger("calibration.pairs", 1000);

  private static CalibrationResult run(int forks, double threshold) {
    Calibration asked = new Calibration(PAIRS, forks, 0.05, 0.10, 4, 0.03, threshold, 1);
    CalibrationResult result = asked.run();
    System.out.println(asked + " " + result);
    return result;
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 5, 10})
  void atMostOneInTwentyEqualsIsCalledDifferentAndTheIntervalKeepsItsPromise(int forks) {
    CalibrationResult result = run(forks, 0);
    assertThat(result.falseAlarmRate().value()).isPositive().isLessThanOrEqualTo(0.05);
    // Two standard errors of 2,000 cases below what is promised.
    assertThat(result.coverage().value()).isGreaterThan(0.94);
  }

  @Test
  void tenForksFindALossOfTenPercent() {
    assertThat(run(10, 0).power().value()).isGreaterThanOrEqualTo(0.90);
  }

  @Test
  void aThresholdLetsNothingThroughThatIsNoLargerThanIt() {
    CalibrationResult result =
        new Calibration(PAIRS, 10, 0.05, 1 - 1 / 1.1, 4, 0.03, 0.10, 1).run();
    assertThat(result.falseAlarms()).isZero();
    assertThat(result.power().value()).isLessThanOrEqualTo(0.05);
  }

  @Test
  void withThreeContendersAFalseAlarmInACellIsNoMoreLikelyThanWithOne() {
    Random random = new Random(5);
    Comparison comparison = new Comparison(0, new Bootstrap());
    int alarms = 0;
    for (int cell = 0; cell < PAIRS; cell++) {
      List<Optional<Sample>> contenders =
          IntStream.range(0, 3).mapToObj(i -> Optional.of(forks(random))).toList();
      alarms +=
          comparison.judge(Better.HIGHER, Layout.INTERLEAVED, forks(random), contenders).stream()
                  .anyMatch(judgement -> judgement.verdict() != ComparisonVerdict.NO_EVIDENCE)
              ? 1
              : 0;
    }
    assertThat(alarms).isPositive().isLessThanOrEqualTo(PAIRS / 20);
  }

  /** One in three forks is 11 % slower; now and then one is far off; all lie to one side. */
  static Stream<Arguments> otherForks() {
    ToDoubleFunction<Random> twoPeaks =
        random -> Math.exp((random.nextInt(3) == 0 ? -0.12 : 0) + 0.02 * random.nextGaussian());
    ToDoubleFunction<Random> heavyTails =
        random -> Math.exp(0.03 * random.nextGaussian() / Math.sqrt(1e-9 + random.nextDouble()));
    ToDoubleFunction<Random> skewed = random -> 1 - 0.05 * Math.log(1 - random.nextDouble());
    return Stream.of(
            Arguments.of("two peaks", twoPeaks),
            Arguments.of("heavy tails", heavyTails),
            Arguments.of("skewed", skewed))
        .flatMap(
            shape ->
                Stream.of(4, 10).map(forks -> Arguments.of(shape.get()[0], shape.get()[1], forks)));
  }

  @ParameterizedTest(name = "{0}, 4 against {2} forks")
  @MethodSource("otherForks")
  void forksOfAnyShapeGiveNoMoreFalseAlarms(
      String shape, ToDoubleFunction<Random> fork, int forks) {
    Random random = new Random(11);
    Comparison comparison = new Comparison(0, new Bootstrap());
    int alarms = 0;
    int held = 0;
    for (int pair = 0; pair < PAIRS; pair++) {
      Sample one =
          Sample.of(IntStream.range(0, 4).mapToDouble(i -> fork.applyAsDouble(random)).toArray());
      Sample other =
          Sample.of(
              IntStream.range(0, forks).mapToDouble(i -> fork.applyAsDouble(random)).toArray());
      Judgement judgement =
          comparison
              .judge(Better.HIGHER, Layout.INTERLEAVED, one, List.of(Optional.of(other)))
              .get(0);
      alarms += judgement.verdict() == ComparisonVerdict.NO_EVIDENCE ? 0 : 1;
      held += judgement.evidence().orElseThrow().interval().contains(1) ? 1 : 0;
    }
    assertThat(alarms).isLessThanOrEqualTo(PAIRS / 20);
    assertThat(held).isGreaterThan(935);
  }

  private static Sample forks(Random random) {
    return Sample.of(
        IntStream.range(0, 6).mapToDouble(i -> Math.exp(0.05 * random.nextGaussian())).toArray());
  }

  @Test
  void theSameSeedGivesTheSameCounts() {
    assertThat(run(5, 0)).isEqualTo(run(5, 0));
  }

  /** 5 of 100: [1.643, 11.284] %, as in the tables. */
  @Test
  void aRateHasItsExactInterval() {
    Interval interval = new CalibrationResult.Rate(5, 100).interval();
    assertThat(interval.low()).isCloseTo(0.01643, within(1e-5));
    assertThat(interval.high()).isCloseTo(0.11284, within(1e-5));
    assertThat(new CalibrationResult.Rate(0, 10).interval().low()).isZero();
    assertThat(new CalibrationResult.Rate(10, 10).interval().high()).isEqualTo(1);
  }
}
