package io.streambench.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.strategy.FlowControlKind;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecoverySettingsTest {
  private static RecoverySettings of(String... changes) {
    Map<String, String> parameters =
        new TreeMap<>(
            Map.of(
                "copiedBy", "solr",
                "useHttp1", "false",
                "numShards", "12",
                "docCount", "600",
                "docSizeBytes", "100000"));
    for (int i = 0; i < changes.length; i += 2) {
      parameters.put(changes[i], changes[i + 1]);
    }
    return RecoverySettings.of(parameters, Map.of());
  }

  @ParameterizedTest
  @CsvSource({
    "copiedBy, rsync",
    "useHttp1, maybe",
    "numShards, 0",
    "numShards, 101",
    "maxConcurrentStreams, 0"
  })
  void aWrongValueIsNamed(String setting, String value) {
    assertThatThrownBy(() -> of(setting, value))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining(setting)
        .hasMessageContaining(value);
  }

  @Test
  void theClusterHasItsLeadersOnOneNodeInAProcessOfItsOwn() {
    RecoverySettings settings = of("maxConcurrentStreams", "1", "flowControl", "dynamic-threshold");
    assertThat(settings.cluster().kind()).isEqualTo(ClusterKind.PROCESS);
    assertThat(settings.cluster().nodeCount()).isOne();
    assertThat(settings.cluster().numReplicas()).isOne();
    assertThat(settings.cluster().heap()).isEqualTo("1g");
    assertThat(settings.transport().connections().maxConcurrentStreams()).hasValue(1);
    assertThat(settings.flowControl().kind()).isEqualTo(FlowControlKind.DYNAMIC_THRESHOLD);
    assertThat(settings.transport().flowControl()).isEqualTo(FlowControlSettings.ofDefault());
    assertThat(settings.joinedFrom()).contains(Distance.NONE);
  }

  @Test
  void anUpdateRequestHasAboutAMegabyte() {
    assertThat(of().documents().batchSize()).isEqualTo(10);
    assertThat(of("docSizeBytes", "5000000").documents().batchSize()).isOne();
  }

  @Test
  void aPlainCopyHasNoHttp() {
    assertThatThrownBy(() -> of("copiedBy", "files"))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("useHttp1 must be true with copiedBy=files");
    assertThatThrownBy(
            () -> of("copiedBy", "sockets", "useHttp1", "true", "flowControl", "dynamic-threshold"))
        .hasMessageContaining("flowControl must be buffering with copiedBy=sockets");
    assertThatThrownBy(
            () -> of("copiedBy", "sockets", "useHttp1", "true", "maxConcurrentStreams", "1"))
        .hasMessageContaining("maxConcurrentStreams must be left out");
    assertThatThrownBy(() -> of("copiedBy", "files", "useHttp1", "true", "rttMillis", "20"))
        .hasMessageContaining("copiedBy must be solr or sockets");
    assertThat(of("copiedBy", "sockets", "useHttp1", "true", "rttMillis", "20").warnings())
        .isEmpty();
  }

  @Test
  void whatIsOddIsTold() {
    assertThat(of("initialStreamRecvWindow", "20000000").warnings())
        .singleElement()
        .asString()
        .contains("one stream can use up the session");
    assertThat(of("useHttp1", "true", "maxConcurrentStreams", "1").warnings())
        .singleElement()
        .asString()
        .contains("maxConcurrentStreams is not used");
  }
}
