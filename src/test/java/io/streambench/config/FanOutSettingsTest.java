package io.streambench.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FanOutSettingsTest {
  private static FanOutSettings settings(String subscribers, String maxConcurrent, String mode) {
    return FanOutSettings.of(
        Map.of("subscribers", subscribers, "maxConcurrent", maxConcurrent, "mode", mode));
  }

  @Test
  void theyAreReadAsTyped() {
    assertThat(settings("1000", "750", "pool"))
        .isEqualTo(new FanOutSettings(1000, 750, DispatchMode.POOL));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, POOL, subscribers",
    "-1, 1, POOL, subscribers",
    "1, 0, POOL, maxConcurrent",
    "1, -5, THREADS, maxConcurrent",
    "1, 1, FIBERS, mode",
    "1, 1, '', mode",
  })
  void aMistakeNamesItsSetting(String subscribers, String most, String mode, String setting) {
    assertThatThrownBy(() -> settings(subscribers, most, mode))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith(setting + " must be ");
  }

  @Test
  void virtualThreadsNeedJdk21() {
    assertThat(DispatchMode.VIRTUAL.availableOn(20)).isFalse();
    assertThat(DispatchMode.VIRTUAL.availableOn(21)).isTrue();
    assertThat(DispatchMode.POOL.availableOn(17)).isTrue();
  }
}
