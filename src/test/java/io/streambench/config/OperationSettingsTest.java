package io.streambench.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationSettingsTest {
  private static OperationSettings settings(String... changes) {
    Map<String, String> parameters = new HashMap<>();
    parameters.put("useHttp1", "false");
    parameters.put("rate", "none");
    parameters.put("docCount", "1200");
    parameters.put("docSizeBytes", "10000");
    parameters.put("readRows", "120");
    parameters.put("writeBytes", "1200000");
    parameters.put("nodeCount", "1");
    parameters.put("numShards", "1");
    parameters.put("numReplicas", "1");
    parameters.put("cluster", "process");
    parameters.put("zkHost", "none");
    for (int i = 0; i < changes.length; i += 2) {
      parameters.put(changes[i], changes[i + 1]);
    }
    return OperationSettings.of(parameters, Map.of());
  }

  @Test
  void aLoopIsClosedUnlessThereIsARate() {
    assertThat(settings().rate()).isEqualTo(LoadRate.CLOSED);
    assertThat(settings("rate", "12.5").rate().perSecond()).hasValue(12.5);
  }

  @Test
  void aClusterOfItsOwnHasRoomForManyLargeDocuments() {
    assertThat(settings().cluster().heap()).isEqualTo("4g");
  }

  @Test
  void aSingleShotMeansNothing() {
    settings().check("thrpt");
    assertThatThrownBy(() -> settings().check("ss")).isInstanceOf(SettingException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "rate, 0",
    "rate, -1",
    "rate, 1e9",
    "rate, NaN",
    "rate, fast",
    "readRows, 0",
    "readRows, 1201",
    "writeBytes, 0",
    "writeBytes, -5"
  })
  void aMistakeNamesItsSetting(String setting, String value) {
    assertThatThrownBy(() -> settings(setting, value))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith(setting + " must be ")
        .hasMessageContaining("'" + value + "'");
  }
}
