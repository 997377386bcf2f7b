package io.streambench.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergeSettingsTest {
  @TempDir Path home;

  private MergeSettings of(String... changes) {
    Map<String, String> parameters =
        new TreeMap<>(
            Map.of(
                "jettyVersion", "10",
                "useHttp1", "false",
                "nodeCount", "3",
                "rateControl", "false",
                "numShards", "12",
                "docCount", "1000",
                "docSizeBytes", "1024",
                "placement", "hash"));
    for (int i = 0; i < changes.length; i += 2) {
      parameters.put(changes[i], changes[i + 1]);
    }
    return MergeSettings.of(parameters, Map.of(), home);
  }

  @Test
  void aJetty12HasToBeBuilt() throws Exception {
    assertThatThrownBy(() -> of("jettyVersion", "12.1.5"))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("src/jetty12/build 12.1.5");
    Path built = Files.createDirectories(home.resolve("target/jetty12/12.1.5"));
    Files.createFile(built.resolve("jetty12-programs.jar"));
    assertThat(of("jettyVersion", "12.1.5").library().words()).isEqualTo("Jetty 12.1.5");
    assertThat(of("jettyVersion", "12.1.5", "flowControl", "dynamic-threshold").client().strategy())
        .isEqualTo("dynamic-threshold");
  }

  @ParameterizedTest
  @CsvSource({
    "jettyVersion, 11",
    "jettyVersion, ../../x",
    "docSizeBytes, 4",
    "numShards, 0",
    "numShards, 1001",
    "nodeCount, 101",
    "placement, anywhere",
    "flowControl, none"
  })
  void aWrongValueIsNamed(String setting, String value) {
    assertThatThrownBy(() -> of(setting, value))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining(setting)
        .hasMessageContaining(value);
  }

  @Test
  void socketsHaveNoHttp2() {
    assertThatThrownBy(() -> of("jettyVersion", "sockets"))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("useHttp1 must be true");
    assertThat(of("jettyVersion", "sockets", "useHttp1", "true").warnings()).isEmpty();
    assertThatThrownBy(
            () ->
                of(
                    "jettyVersion",
                    "sockets",
                    "useHttp1",
                    "true",
                    "flowControl",
                    "dynamic-threshold"))
        .hasMessageContaining("flowControl must be buffering with jettyVersion=sockets");
  }

  @Test
  void aClientHasAsManyConnectionsAsSolrs() {
    assertThat(of().client().connections()).isEqualTo(4);
    assertThat(of("useHttp1", "true").client().connections()).isEqualTo(64);
    assertThat(of("connectionsPerDestination", "2").client().connections()).isEqualTo(2);
  }

  @Test
  void whatIsOddIsTold() {
    assertThat(of("initialStreamRecvWindow", "20000000").warnings())
        .singleElement()
        .asString()
        .contains("one stream can use up the session");
    assertThat(of("useHttp1", "true", "connectionsPerDestination", "2").warnings()).hasSize(1);
  }
}
