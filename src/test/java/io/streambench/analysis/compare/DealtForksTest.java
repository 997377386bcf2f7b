package io.streambench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.streambench.results.Contender;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DealtForksTest {
  private static Fork fork(double score) {
    return new Fork(List.of(score * 0.99, score * 1.01));
  }

  private static List<Fork> alike(int forks, long seed) {
    Random random = new Random(seed);
    return IntStream.range(0, forks).mapToObj(i -> fork(100 + 5 * random.nextGaussian())).toList();
  }

  @Test
  void everyPairTakesAFreshBlockOfForksAndTheRestIsLeftOver() {
    assertThat(DealtForks.of(List.of(alike(29, 1)), 4, 0).pairs()).isEqualTo(3);
    assertThat(DealtForks.of(List.of(alike(7, 1), alike(16, 2)), 4, 0).pairs()).isEqualTo(2);
  }

  @Test
  void forksThatAreAlikeAreSeldomCalledDifferent() {
    DealtForks counted = DealtForks.of(List.of(alike(8_000, 3)), 4, 0);
    assertThat(counted.pairs()).isEqualTo(1_000);
    assertThat(counted.falseAlarmRate().value()).isBetween(0.001, 0.05);
  }

  @Test
  void forksThatAreFastAndSlowByTurnsAreFoundOut() {
    List<Fork> byTurns = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      byTurns.add(fork(i % 2 == 0 ? 100 + i : 200 + i));
    }
    assertThat(DealtForks.of(List.of(byTurns), 4, 0).falseAlarms()).isEqualTo(4);
  }

  @Test
  void driftHitsBothSidesAlike() {
    List<Fork> drifting = IntStream.range(0, 80).mapToObj(i -> fork(100 + i)).toList();
    assertThat(DealtForks.of(List.of(drifting), 4, 0).falseAlarms()).isZero();
  }

  @Test
  void theSpreadIsThatOfTheForksAndOfTheirIterations() {
    DealtForks counted = DealtForks.of(List.of(alike(4_000, 5)), 4, 0);
    assertThat(counted.cv()).isCloseTo(0.05, within(0.003));
    assertThat(counted.iterationCv()).isCloseTo(0.02 / Math.sqrt(2), within(1e-9));
  }

  @Test
  void withOneIterationAForkTheirSpreadIsNotKnown() {
    List<Fork> single = IntStream.range(1, 9).mapToObj(i -> new Fork(List.of(1.0 * i))).toList();
    assertThat(DealtForks.of(List.of(single), 4, 0).iterationCv()).isNaN();
  }

  /** The figures of docs/comparison.md. */
  @Test
  void noPairOfTheEightyForksThatWereMeasuredIsCalledDifferent() {
    DealtForks counted =
        DealtForks.of(
            Contender.read(Path.of("docs/results/2026-11-21-aa.json"), null).forks(), 4, 0);
    assertThat(counted.pairs()).isEqualTo(10);
    assertThat(counted.falseAlarms()).isZero();
    assertThat(counted.falseAlarmRate().interval().high()).isCloseTo(0.308, within(0.001));
    assertThat(counted.cv()).isCloseTo(0.075, within(0.001));
    assertThat(counted.iterationCv()).isCloseTo(0.078, within(0.001));
  }
}
