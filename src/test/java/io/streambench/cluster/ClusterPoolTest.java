package io.streambench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.config.ClusterSettings;
import io.streambench.config.Parameters;
import io.streambench.config.StreamingSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What needs no cluster that runs; the others are in the integration tests. */
@Timeout(60)
class ClusterPoolTest {
  @TempDir Path folder;

  private final List<String> lines = new ArrayList<>();

  private static StreamingSettings settings(String heap, String... changes) {
    Map<String, String> parameters = Parameters.with(changes);
    parameters.put("cluster", "process");
    return StreamingSettings.of(parameters, Map.of(ClusterSettings.HEAP_PROPERTY, heap));
  }

  @Test
  void aProcessThatCannotStartSaysWhyInALineAndShowsItsLog() {
    try (ClusterPool pool = ClusterPool.open(folder)) {
      assertThatThrownBy(() -> pool.ensure(settings("1k"), lines::add))
          .isInstanceOf(ClusterException.class)
          .hasMessageStartingWith("the cluster's process ended with status 1: ")
          .hasMessageContaining("heap")
          .hasMessageNotContaining("\n")
          .satisfies(e -> assertThat(((ClusterException) e).details()).isNotEmpty());
      int said = lines.size();
      assertThatThrownBy(() -> pool.ensure(settings("1k"), lines::add))
          .isInstanceOf(ClusterException.class);
      assertThat(lines).as("started once").hasSize(said);
    }
  }

  @Test
  void thoseWhoLookForAClusterThatCouldNotStartAreToldSo() {
    try (ClusterPool pool = ClusterPool.open(folder)) {
      assertThatThrownBy(() -> pool.ensure(settings("1k"), lines::add))
          .isInstanceOf(ClusterException.class);
      assertThatThrownBy(() -> ClusterPool.find(folder, ClusterRequest.of(settings("1k"))))
          .isInstanceOf(ClusterException.class)
          .hasMessageStartingWith("the cluster's process ended with status 1: ");
    }
  }

  @Test
  void thoseWhoLookForAnotherClusterFindNone() throws Exception {
    assertThat(ClusterPool.find(folder.resolve("none"), ClusterRequest.of(settings("2g"))))
        .isEmpty();
  }

  @Test
  void theProtocolOfTheReaderIsNothingToTheCluster() {
    assertThat(ClusterRequest.of(settings("2g", "useHttp1", "true", "capture", "full")))
        .isEqualTo(ClusterRequest.of(settings("2g", "useHttp1", "false")));
    assertThat(ClusterRequest.of(settings("2g", "initialSessionRecvWindow", "70000")))
        .isNotEqualTo(ClusterRequest.of(settings("2g")));
  }
}
