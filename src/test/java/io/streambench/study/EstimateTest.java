package io.streambench.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.analysis.compare.Fork;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class EstimateTest {
  private static Estimate of(double... scores) {
    return Estimate.of(
        DoubleStream.of(scores)
            .mapToObj(score -> new Fork(List.of(score, score * 1.01)))
            .toList());
  }

  @Test
  void oneForkHasAnIntervalOfItsIterationsAndSaysSo() {
    assertThat(of(3.0).ofForks()).isFalse();
    assertThat(of(3.0).interval().contains(3.015)).isTrue();
    assertThat(of(3.0, 3.1, 2.9, 3.05, 3.0).ofForks()).isTrue();
  }
}
