package io.streambench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NeverSeenTest {
  /** Checks the chance at which so many tries show nothing in one of twenty cases. */
  @ParameterizedTest
  @CsvSource({"1", "20", "36", "2400", "1000000000"})
  void atThisChanceNoneIsSeenOnceInTwentyTimes(long tries) {
    assertThat(Math.exp(tries * Math.log1p(-NeverSeen.atMost(tries))))
        .isEqualTo(0.05, within(1e-9));
  }

  @Test
  void withoutATryNothingIsKnown() {
    assertThatThrownBy(() -> NeverSeen.atMost(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
