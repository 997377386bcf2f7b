package io.streambench.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.settings.Distance;
import io.streambench.bench.settings.HttpVersion;
import io.streambench.bench.settings.Parameters;
import io.streambench.bench.settings.RecoverySettings;
import io.streambench.bench.settings.StreamingSettings;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterRequestTest {
  @TempDir Path folder;

  private static Map<String, String> recoveryParameters(String... changes) {
    Map<String, String> parameters = Parameters.with(changes);
    parameters.put("copiedBy", "solr");
    return parameters;
  }

  private static ClusterRequest leadersRequest(String... changes) {
    return ClusterRequest.of(RecoverySettings.of(recoveryParameters(changes), Map.of()));
  }

  private static ClusterRequest streamingRequest(String... changes) {
    Map<String, String> parameters = Parameters.with(changes);
    parameters.put("cluster", "process");
    return ClusterRequest.of(StreamingSettings.of(parameters, Map.of()));
  }

  private ClusterRequest writeAndRead(ClusterRequest request) throws Exception {
    ClusterFolder place = new ClusterFolder(folder);
    place.writeRequest(request);
    return place.readRequest();
  }

  @ParameterizedTest
  @CsvSource({
    "useHttp1, true, true",
    "capture, full, true",
    "initialSessionRecvWindow, 70000, true",
    "placement, hash, true",
    "placement, runs, false",
    "numShards, 5, false",
    "outputBufferSize, 262144, false"
  })
  void sharesClusterIfDifferenceDoesNotAffectIt(String parameter, String value, boolean isShared)
      throws Exception {
    ClusterRequest request = streamingRequest(parameter, value);
    assertThat(request.equals(streamingRequest())).isEqualTo(isShared);
    assertThat(writeAndRead(request)).isEqualTo(request);
  }

  @ParameterizedTest
  @CsvSource({
    "useHttp1, true, true",
    "flowControl, memory-bound, true",
    "rttMillis, 20, false",
    "bandwidthMbps, 1000, false",
    "maxConcurrentStreams, 1, false"
  })
  void sharesLeadersIfDifferenceDoesNotAffectThem(String parameter, String value, boolean isShared)
      throws Exception {
    ClusterRequest request = leadersRequest(parameter, value);
    assertThat(request.equals(leadersRequest())).isEqualTo(isShared);
    assertThat(writeAndRead(request)).isEqualTo(request);
  }

  @Test
  void leadersAreIndexedOverHttp1AtRequestedDistance() {
    ClusterRequest request = leadersRequest("rttMillis", "20", "bandwidthMbps", "1000");
    assertThat(request.distanceToJoiningNode()).contains(new Distance(20, 1000));
    assertThat(request.transport().clientProtocol()).isEqualTo(HttpVersion.HTTP_1_1);
    assertThat(request.transport().isHttp1Everywhere()).isFalse();
    assertThat(streamingRequest().distanceToJoiningNode()).isEmpty();
  }

  @Test
  void joiningNodeHasRequestedFlowControl() throws Exception {
    Map<String, String> parameters =
        recoveryParameters("initialSessionRecvWindow", "192000000", "bufferRatio", "0.7");
    ClusterRequest request =
        writeAndRead(ClusterRequest.forJoiningNode("zk:1/solr", "1g", parameters));
    assertThat(request.joinedZkHost()).isEqualTo("zk:1/solr");
    assertThat(request.transport().flowControl())
        .isEqualTo(RecoverySettings.of(parameters, Map.of()).flowControl());
    assertThat(request.transport().isHttp1Everywhere()).isFalse();
    assertThat(
            ClusterRequest.forJoiningNode("zk:1/solr", "1g", recoveryParameters("useHttp1", "true"))
                .transport()
                .isHttp1Everywhere())
        .isTrue();
  }
}
