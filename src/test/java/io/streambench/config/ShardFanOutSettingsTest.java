package io.streambench.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShardFanOutSettingsTest {
  private static ShardFanOutSettings settings(String name, String value) {
    Map<String, String> parameters =
        new HashMap<>(
            Map.of(
                "useHttp1", "false",
                "numShards", "12",
                "opening", "EACH",
                "openBatch", "4",
                "mode", "THREADS",
                "nodeCount", "2",
                "numReplicas", "1",
                "docCount", "1000",
                "docSizeBytes", "1024",
                "cluster", "embedded"));
    parameters.put("zkHost", "none");
    parameters.put(name, value);
    return ShardFanOutSettings.of(parameters, Map.of());
  }

  @Test
  void whatItHasNoParameterForIsAsInStreamingSearch() {
    ShardFanOutSettings settings = settings("opening", "batches");
    assertThat(settings.opening()).isEqualTo(ShardOpening.BATCHES);
    assertThat(settings.streaming().capture()).isEqualTo(CaptureMode.OFF);
    assertThat(settings.streaming().transport().flowControl().streamWindow())
        .isEqualTo(RecvWindow.ofDefault());
  }

  @Test
  void batchesAreNeverLargerThanWhatThereIs() {
    assertThat(ShardOpening.EACH.taskSize(12, 4)).isEqualTo(1);
    assertThat(ShardOpening.BATCHES.taskSize(12, 4)).isEqualTo(4);
    assertThat(ShardOpening.BATCHES.taskSize(3, 4)).isEqualTo(3);
    assertThat(ShardOpening.SEQUENTIAL.taskSize(12, 4)).isEqualTo(12);
  }

  @ParameterizedTest
  @CsvSource({"opening, ALL", "openBatch, 0", "openBatch, -1", "mode, FIBERS"})
  void aMistakeNamesItsSetting(String setting, String value) {
    assertThatThrownBy(() -> settings(setting, value))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith(setting + " must be ");
  }
}
