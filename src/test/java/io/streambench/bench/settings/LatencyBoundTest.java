package io.streambench.bench.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.base.SettingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyBoundTest {
  @Test
  void parsesResultOfToString() {
    LatencyBound bound = LatencyBound.of("--bound", "99.9=50ms");
    assertThat(bound.percentile()).isEqualTo(99.9);
    assertThat(bound.millis()).isEqualTo(50);
    assertThat(LatencyBound.of("--bound", bound.toString())).isEqualTo(bound);
    assertThat(bound.describe()).isEqualTo("P99.9 below 50 ms");
  }

  @Test
  void parsesTimeAsBoundOfP99() {
    assertThat(LatencyBound.ofP99("--p99", "2s")).isEqualTo(new LatencyBound(99, 2000));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"50ms", "100.1=50ms", "-1=50ms", "x=50ms", "99=", "99=0ms", "99=-5ms", "="})
  void rejectsInvalidBounds(String text) {
    assertThatThrownBy(() -> LatencyBound.of("--bound", text))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith("--bound must be ");
  }
}
