package io.streambench.analysis.curve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.streambench.analysis.curve.Survival.Life;
import java.util.List;
import org.junit.jupiter.api.Test;

class SurvivalTest {
  @Test
  void whereAllEndTheShareIsThatOfThoseLeft() {
    Survival survival =
        Survival.of(
            List.of(new Life(0, true), new Life(3, true), new Life(3, true), new Life(9, true)));
    assertThat(survival.after(0)).isEqualTo(1);
    assertThat(survival.after(1)).isEqualTo(0.75);
    assertThat(survival.after(3)).isEqualTo(0.75);
    assertThat(survival.after(4)).isEqualTo(0.25);
    assertThat(survival.after(10)).isZero();
  }

  @Test
  void whatWasWatchedForAWhileCountsForThatWhile() {
    Survival survival =
        Survival.of(
            List.of(
                new Life(1, true),
                new Life(2, false),
                new Life(3, true),
                new Life(4, false),
                new Life(5, true)));
    assertThat(survival.after(2)).isCloseTo(0.8, within(1e-12));
    assertThat(survival.after(4)).isCloseTo(0.8 * 2 / 3, within(1e-12));
    assertThat(survival.after(6)).isZero();
  }
}
