package io.streambench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RankTestTest {
  /** The example of R's wilcox.test: W = 35, p = 0.2544 two-sided. */
  @Test
  void agreesWithAPublishedExample() {
    Sample one = Sample.of(0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46);
    Sample other = Sample.of(1.15, 0.88, 0.90, 0.74, 1.21);
    assertThat(RankTest.p(one, other)).isCloseTo(0.2544, within(0.0001));
    assertThat(RankTest.p(other, one)).isCloseTo(0.2544, within(0.0001));
  }

  @Test
  void theClearestResultHasTheSmallestP() {
    assertThat(RankTest.smallestP(3, 3)).isCloseTo(0.1, within(1e-12));
    assertThat(RankTest.smallestP(4, 4)).isCloseTo(2.0 / 70, within(1e-12));
    assertThat(RankTest.p(Sample.of(1, 2, 3, 4), Sample.of(5, 6, 7, 8)))
        .isCloseTo(2.0 / 70, within(1e-12));
  }

  @Test
  void equalScoresAreNoDifference() {
    assertThat(RankTest.p(Sample.of(2, 2, 2, 2), Sample.of(2, 2, 2, 2))).isEqualTo(1);
  }
}
