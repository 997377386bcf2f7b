package io.streambench.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.analysis.compare.Fork;
import java.util.List;
import org.junit.jupiter.api.Test;

class EstimateTest {
  @Test
  void oneForkHasAnIntervalOfItsIterations() {
    Estimate one = Estimate.of(List.of(new Fork(List.of(3.0, 3.03))));
    assertThat(one.interval().contains(3.2)).isTrue();
    assertThat(one.interval().contains(3.3)).isFalse();
  }
}
