package io.streambench.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.bench.settings.ClusterSettings;
import io.streambench.bench.settings.HttpVersion;
import io.streambench.bench.settings.NodeOutput;
import io.streambench.bench.settings.Parameters;
import io.streambench.bench.settings.StreamingSettings;
import io.streambench.bench.transport.EffectiveSettings;
import io.streambench.flow.window.FlowControlKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the pool without a running cluster. Integration tests cover running clusters. */
class ClusterPoolTest {
  @TempDir Path folder;

  private final List<String> lines = new ArrayList<>();

  private static StreamingSettings settings(String heap, String... changes) {
    Map<String, String> parameters = Parameters.with(changes);
    parameters.put("cluster", "process");
    return StreamingSettings.of(parameters, Map.of(ClusterSettings.HEAP_PROPERTY, heap));
  }

  @Test
  void reportsProcessThatCannotStart() {
    try (ClusterPool pool = ClusterPool.open(folder)) {
      assertThatThrownBy(() -> pool.getOrStart(settings("1k"), lines::add))
          .isInstanceOf(ClusterException.class)
          .hasMessageStartingWith("the cluster's process ended with status 1: ")
          .hasMessageContaining("heap")
          .hasMessageNotContaining("\n")
          .satisfies(e -> assertThat(((ClusterException) e).details()).isNotEmpty());
      int linesBefore = lines.size();
      assertThatThrownBy(() -> pool.getOrStart(settings("1k"), lines::add))
          .isInstanceOf(ClusterException.class);
      assertThat(lines).as("started once").hasSize(linesBefore);
      assertThatThrownBy(() -> ClusterPool.find(folder, ClusterRequest.of(settings("1k"))))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("heap");
    }
  }

  @Test
  void reportsDeadClusterProcess() throws Exception {
    ClusterRequest request = ClusterRequest.of(settings("2g"));
    ClusterFolder place = new ClusterFolder(Files.createDirectories(folder.resolve("cluster-1")));
    place.writeRequest(request);
    place.writeReadyCluster(
        new ReadyCluster(
            "zk:1/solr",
            "streambench",
            request,
            pidOfEndedProcess(),
            1,
            5,
            7,
            List.of(),
            List.of(),
            null));
    assertThatThrownBy(() -> ClusterPool.find(folder, request))
        .isInstanceOf(ClusterException.class)
        .hasMessageMatching("the cluster's process \\d+ has died");
  }

  private static long pidOfEndedProcess() throws Exception {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
    return process.pid();
  }

  @Test
  void findsReadyCluster() throws Exception {
    ClusterRequest request = ClusterRequest.of(settings("2g", "initialStreamRecvWindow", "70000"));
    ClusterFolder place = new ClusterFolder(Files.createDirectories(folder.resolve("cluster-1")));
    place.writeRequest(request);
    ReadyCluster ready =
        new ReadyCluster(
            "zk:1/solr",
            "streambench",
            request,
            ProcessHandle.current().pid(),
            4711,
            5.5,
            7.5,
            List.of(
                new EffectiveSettings(
                    HttpVersion.HTTP_2,
                    70_000,
                    100_000,
                    8_192,
                    16_384,
                    "ratio 0.5",
                    FlowControlKind.BUFFERING,
                    0.5,
                    4)),
            List.of(new NodeOutput(65_536, 8_192)),
            new ReadyCluster.Node("127.0.0.1:1_solr", "http://127.0.0.1:1/solr", "/data"));
    place.writeReadyCluster(ready);
    assertThat(ClusterPool.find(folder, request)).contains(ready);
    assertThat(ClusterPool.find(folder, ClusterRequest.of(settings("2g", "numShards", "5"))))
        .as("of another request")
        .isEmpty();
  }
}
