package io.streambench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class ForksNeededTest {
  @Test
  void tenForksShowTenPercentWhereForksVaryByFive() {
    assertThat(ForksNeeded.of(0.05 * 0.05, 0.10, 1)).isEqualTo(10);
  }

  @Test
  void halfTheDifferenceTakesAboutFourTimesTheForks() {
    assertThat(ForksNeeded.of(0.05 * 0.05, 0.05, 1)).isBetween(34, 40);
  }

  @Test
  void neverFewerThanTheTestNeedsToFindAnything() {
    assertThat(ForksNeeded.of(0, 0.10, 1)).isEqualTo(4);
    assertThat(ForksNeeded.of(0, 0.10, 2)).isEqualTo(5);
  }

  @Test
  void theSpreadIsThatWithinTheSides() {
    Sample low = Sample.of(1, 1.02, 1.04);
    Sample high = Sample.of(100, 102, 104);
    assertThat(ForksNeeded.pooledVariance(List.of(low, high)))
        .isCloseTo(ForksNeeded.pooledVariance(List.of(low)), within(1e-12));
    assertThat(ForksNeeded.pooledVariance(List.of(Sample.of(3)))).isZero();
  }
}
