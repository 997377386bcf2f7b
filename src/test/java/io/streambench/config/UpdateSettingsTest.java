package io.streambench.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpdateSettingsTest {
  private static UpdateSettings settings(String... changes) {
    Map<String, String> parameters =
        new HashMap<>(
            Map.of(
                "useHttp1", "false",
                "requests", "50000",
                "maxConcurrentStreams", "128",
                "connectionsPerDestination", "default",
                "docSizeBytes", "256",
                "nodeCount", "1",
                "numShards", "1",
                "numReplicas", "1",
                "cluster", "embedded",
                "zkHost", "none"));
    for (int i = 0; i < changes.length; i += 2) {
      parameters.put(changes[i], changes[i + 1]);
    }
    return UpdateSettings.of(parameters, Map.of());
  }

  @Test
  void theLimitIsTheNodesAndTheConnectionsAreTheClients() {
    UpdateSettings settings = settings("connectionsPerDestination", "2");
    assertThat(settings.transport().connections().maxConcurrentStreams()).hasValue(128);
    assertThat(settings.transport().connections().perDestination()).hasValue(2);
    assertThat(settings.requests()).hasValue(50_000);
  }

  @Test
  void withoutAFixedNumberAnOperationIsOneRequest() {
    assertThat(settings("requests", "none").requests()).isEmpty();
  }

  @Test
  void aWholeLoadIsASingleShotAndOneRequestIsNone() {
    settings().check("ss");
    settings("requests", "none").check("thrpt");
    assertThatThrownBy(() -> settings().check("thrpt"))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith("requests must be none with -bm thrpt");
    assertThatThrownBy(() -> settings("requests", "none").check("ss"))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith("requests must be a number with -bm ss");
  }

  @Test
  void aLimitOfNodesThatAreNotOursIsSaidToBeUnused() {
    assertThat(settings("cluster", "external", "zkHost", "zk:2181").warnings()).hasSize(1);
    assertThat(settings().warnings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "maxConcurrentStreams, 0",
    "maxConcurrentStreams, -1",
    "maxConcurrentStreams, many",
    "requests, 0",
    "requests, -5"
  })
  void aMistakeNamesItsSetting(String setting, String value) {
    assertThatThrownBy(() -> settings(setting, value))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith(setting + " must be ")
        .hasMessageContaining("'" + value + "'");
  }
}
