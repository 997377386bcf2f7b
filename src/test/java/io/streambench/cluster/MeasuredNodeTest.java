package io.streambench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.config.HttpVersion;
import io.streambench.config.NodeOutput;
import io.streambench.config.Parameters;
import io.streambench.config.RecoverySettings;
import io.streambench.config.StreamingSettings;
import io.streambench.config.TransportSettings;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The requests for the two processes of a recovery. */
class MeasuredNodeTest {
  @TempDir Path folder;

  private static RecoverySettings settings(String... changes) {
    Map<String, String> parameters =
        new TreeMap<>(
            Map.of(
                "copiedBy", "solr",
                "useHttp1", "false",
                "numShards", "2",
                "docCount", "60",
                "docSizeBytes", "1000"));
    for (int i = 0; i < changes.length; i += 2) {
      parameters.put(changes[i], changes[i + 1]);
    }
    return RecoverySettings.of(parameters, Map.of());
  }

  private ClusterRequest written(ClusterRequest request) throws Exception {
    ClusterFolder place = new ClusterFolder(folder);
    place.request(request);
    return place.request();
  }

  @Test
  void protocolAndFlowControlOfTheRecoveringNodeShareACluster() {
    ClusterRequest request = ClusterRequest.of(settings());
    assertThat(ClusterRequest.of(settings("useHttp1", "true"))).isEqualTo(request);
    assertThat(ClusterRequest.of(settings("flowControl", "dynamic-threshold"))).isEqualTo(request);
    assertThat(ClusterRequest.of(settings("rttMillis", "20"))).isNotEqualTo(request);
    assertThat(ClusterRequest.of(settings("bandwidthMbps", "1000"))).isNotEqualTo(request);
    assertThat(ClusterRequest.of(settings("maxConcurrentStreams", "1"))).isNotEqualTo(request);
  }

  @Test
  void aClusterThatNobodyJoinsHasNothingOfIt() {
    ClusterRequest request =
        ClusterRequest.of(StreamingSettings.of(Parameters.with("cluster", "process"), Map.of()));
    assertThat(request.measured()).isNull();
    assertThat(request.joins()).isEmpty();
    assertThat(request.joinedFrom()).isEmpty();
  }

  @Test
  void aBufferOfAnotherSizeNeedsAClusterOfItsOwn() throws Exception {
    ClusterRequest request =
        ClusterRequest.of(
            StreamingSettings.of(
                Parameters.with("cluster", "process", "outputBufferSize", "262144"), Map.of()));
    assertThat(request)
        .isNotEqualTo(
            ClusterRequest.of(
                StreamingSettings.of(Parameters.with("cluster", "process"), Map.of())));
    assertThat(written(request)).isEqualTo(request);
    assertThat(written(request).transport().output()).isEqualTo(new NodeOutput(262_144, 8_192));
  }

  @Test
  void aClusterIsReadAsItWasWritten() throws Exception {
    ClusterRequest request =
        ClusterRequest.of(settings("rttMillis", "20", "bandwidthMbps", "1000"));
    assertThat(written(request)).isEqualTo(request);
    assertThat(written(request).joins()).isEmpty();
    assertThat(written(request).joinedFrom().orElseThrow())
        .isEqualTo(settings("rttMillis", "20", "bandwidthMbps", "1000").distance());
    assertThat(request.transport().client()).isEqualTo(HttpVersion.HTTP_1_1);
    assertThat(request.transport().http1Everywhere()).isFalse();
  }

  @Test
  void aNodeThatJoinsHasTheFlowControlThatWasAskedFor() throws Exception {
    RecoverySettings settings =
        settings("initialSessionRecvWindow", "192000000", "bufferRatio", "0.7");
    ClusterRequest request = written(ClusterRequest.joining("zk:1/solr", settings));
    assertThat(request).isEqualTo(ClusterRequest.joining("zk:1/solr", settings));
    assertThat(request.joins()).contains("zk:1/solr");
    TransportSettings transport = request.transport();
    assertThat(transport.flowControl().sessionWindow().bytes()).hasValue(192_000_000);
    assertThat(transport.flowControl().bufferRatio()).hasValue(0.7);
    assertThat(transport.http1Everywhere()).isFalse();
    assertThat(
            ClusterRequest.joining("zk:1/solr", settings("useHttp1", "true"))
                .transport()
                .http1Everywhere())
        .isTrue();
  }
}
