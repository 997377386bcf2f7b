package io.streambench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HolmTest {
  /** Expects the result of R's p.adjust(c(0.03, 0.01, 0.04, 0.02), "holm"). */
  @Test
  void eachStepLooksAtOneLess() {
    assertThat(Holm.adjusted(new double[] {0.03, 0.01, 0.04, 0.02}))
        .containsExactly(new double[] {0.06, 0.04, 0.06, 0.06}, within(1e-12));
  }

  @Test
  void oneAloneCostsNothingAndNoneIsAboveOne() {
    assertThat(Holm.adjusted(new double[] {0.04})).containsExactly(0.04);
    assertThat(Holm.adjusted(new double[] {0.9, 0.8})).containsExactly(1, 1);
    assertThat(Holm.adjusted(new double[0])).isEmpty();
  }
}
