package io.streambench.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistanceTest {
  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 10_001, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesARoundTripThatCannotBe(double rttMillis) {
    assertThatThrownBy(() -> Distance.ofMillis(rttMillis))
        .isInstanceOf(SettingException.class)
        .hasMessage("rttMillis must be a number from 0 to 10000, got '" + rttMillis + "'");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, 100_001, Double.NaN})
  void refusesABandwidthThatCannotBe(double bandwidthMbps) {
    assertThatThrownBy(() -> Distance.ofMillis(1).withMbps(bandwidthMbps))
        .isInstanceOf(SettingException.class)
        .hasMessage(
            "bandwidthMbps must be 'unlimited' or a number from 0.1 to 100000, got '"
                + bandwidthMbps
                + "'");
  }
}
