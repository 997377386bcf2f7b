package io.streambench.compare.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrendTest {
  private static Fork fork(double... iterations) {
    return new Fork(Arrays.stream(iterations).boxed().toList());
  }

  /**
   * Compares with the Mann-Kendall test of ten rising values, for which S is 45 and the variance is
   * 125.
   */
  @Test
  void matchesMannKendallTestForOneFork() {
    Trend trend = Trend.of(List.of(fork(1, 2, 3, 4, 5, 6, 7, 8, 9, 10))).orElseThrow();
    assertThat(trend.pValue()).isCloseTo(8.3e-5, within(2e-6));
    assertThat(trend.relativeChange()).isEqualTo(9);
    assertThat(trend.isNotable()).isTrue();
  }

  @Test
  void combinesTrendsOfForksWithDifferentLevels() {
    List<Fork> forks =
        List.of(fork(2.96, 3.36, 3.43, 3.46), fork(3.6, 4.0, 4.1, 4.2), fork(2.5, 2.8, 2.9, 2.95));
    Trend trend = Trend.of(forks).orElseThrow();
    assertThat(trend.pValue()).isLessThan(0.001);
    assertThat(trend.relativeChange()).isCloseTo(0.169, within(0.01));
    assertThat(trend.isNotable()).isTrue();
    assertThat(Trend.of(forks.subList(0, 1)).orElseThrow().isNotable()).isFalse();
  }

  @Test
  void changeOfOnePercentIsNotNotable() {
    Trend trend = Trend.of(List.of(fork(1, 1.002, 1.004, 1.006, 1.008, 1.01))).orElseThrow();
    assertThat(trend.pValue()).isLessThan(0.05);
    assertThat(trend.isNotable()).isFalse();
  }

  @Test
  void findsTrendAcrossForks() {
    Trend trend = Trend.ofForkScores(Sample.of(1, 0.99, 0.98, 0.93, 0.92, 0.91)).orElseThrow();
    assertThat(trend.isNotable()).isTrue();
    assertThat(trend.relativeChange()).isCloseTo(0.92 / 0.99 - 1, within(1e-12));
    assertThat(Trend.ofForkScores(Sample.of(1, 0.99, 0.98, 0.93, 0.92))).isEmpty();
  }

  @Test
  void findsNoTrendInEqualOrSingleIterations() {
    assertThat(Trend.of(List.of(fork(1, 1, 1, 1))).orElseThrow().pValue()).isEqualTo(1);
    assertThat(Trend.of(List.of(fork(1), fork(2)))).isEmpty();
  }
}
