package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.bench.cluster.ClusterPool;
import io.streambench.bench.cluster.ReadyCluster;
import io.streambench.bench.settings.Parameters;
import io.streambench.bench.settings.StreamingSettings;
import io.streambench.program.JavaProcess;
import io.streambench.program.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.solr.common.cloud.SolrZkClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests clients in separate processes that measure a cluster together. */
@Tag("program")
class JoinIT {
  private static final String STREAMBENCH = StreambenchMain.class.getName();

  @TempDir static Path clustersFolder;
  private static ClusterPool pool;
  private static ReadyCluster cluster;

  @TempDir Path folder;

  @BeforeAll
  static void startCluster() throws Exception {
    pool = ClusterPool.open(clustersFolder);
    cluster =
        pool.getOrStart(
            StreamingSettings.of(
                Parameters.with("cluster process nodeCount 1 numShards 2 docCount 200".split(" ")),
                Map.of("streambench.clusterHeap", "512m")),
            line -> {});
  }

  @AfterAll
  static void stopCluster() {
    pool.close();
  }

  private JavaProcess startClient(String run, int clients, String arguments) throws IOException {
    String typed =
        "join --zk %%s --run %%s --clients %%s --wait 60m --results %%s -- %s StreamingSearch"
            .formatted(arguments);
    String[] words = Words.of(typed, cluster.zkHost(), run, clients, folder);
    return new JavaProcess(folder, List.of("-Xmx256m"), STREAMBENCH, words);
  }

  private static String jobArguments(String iterationSeconds) {
    return "-p collection=%s -p numShards=2 -p docCount=200 -p useHttp1=true -wi 1 -w 1 -i 3 -r %s -jvmArgs -Xmx512m"
        .formatted(cluster.collection(), iterationSeconds);
  }

  /** Returns the folder of the leading client. */
  private Path findMergedFolder() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      List<Path> found = all.filter(path -> Files.exists(path.resolve("merged.json"))).toList();
      assertThat(found).as("leaders").hasSize(1);
      return found.get(0);
    }
  }

  private static List<String> runsInZooKeeper() throws Exception {
    try (SolrZkClient zk =
        new SolrZkClient.Builder()
            .withUrl(cluster.zkHost())
            .withTimeout(10, TimeUnit.SECONDS)
            .build()) {
      return zk.exists("/streambench-runs", true)
          ? zk.getChildren("/streambench-runs", null, true)
          : List.of();
    }
  }

  @Tag("slow")
  @Test
  void fourClientsStartTogetherAndLeaderMergesResults() throws Exception {
    List<JavaProcess> clients = new ArrayList<>();
    try {
      for (int i = 0; i < 4; i++) {
        clients.add(startClient("four", 4, jobArguments("2")));
      }
      for (JavaProcess client : clients) {
        assertThat(client.waitFor()).as(client.output()).isZero();
        assertThat(client.output()).contains("begins with 4 of 4 clients");
      }
    } finally {
      clients.forEach(JavaProcess::close);
    }
    Path merged = findMergedFolder();
    JsonNode result = new ObjectMapper().readTree(merged.resolve("merged.json").toFile()).get(0);
    assertThat(result.path("threads").asInt()).isEqualTo(4);
    double sum = 0;
    try (Stream<Path> all = Files.list(merged.resolve("clients"))) {
      List<Path> folders = all.toList();
      assertThat(folders).hasSize(4);
      for (Path one : folders) {
        sum +=
            new ObjectMapper()
                .readTree(one.resolve("results.json").toFile())
                .at("/0/primaryMetric/score")
                .asDouble();
      }
    }
    assertThat(result.at("/primaryMetric/score").asDouble()).isCloseTo(sum, within(1e-6 * sum));
    assertThat(runsInZooKeeper()).doesNotContain("four");
  }

  @Tag("slow")
  @Test
  void namesKilledClientAndMergesOtherResults() throws Exception {
    try (JavaProcess first = startClient("killed", 3, jobArguments("5"));
        JavaProcess second = startClient("killed", 3, jobArguments("5"));
        JavaProcess third = startClient("killed", 3, jobArguments("5"))) {
      third.awaitOutput("\nIteration   1:");
      String name = clientName(third);
      third.kill();
      int status = first.waitFor() + second.waitFor();
      String output = first.output() + second.output();
      assertThat(output)
          .contains("2 of 3 clients measured; lost, without a result: " + name, "LOST");
      assertThat(status).as(output).isEqualTo(ExitStatus.FAILED.code());
    }
    assertThat(new ObjectMapper().readTree(findMergedFolder().resolve("merged.json").toFile()))
        .hasSize(1);
    assertThat(runsInZooKeeper()).doesNotContain("killed");
  }

  private static String clientName(JavaProcess client) {
    Matcher name = Pattern.compile("[\\w.-]+-" + client.pid() + "\\b").matcher(client.output());
    assertThat(name.find()).isTrue();
    return name.group();
  }

  @Tag("slow")
  @Test
  void rejectsClientWithOtherArguments() throws Exception {
    try (JavaProcess one = startClient("other", 2, jobArguments("1"))) {
      one.awaitOutput("1 of 2 clients are here");
      try (JavaProcess other = startClient("other", 2, jobArguments("2"))) {
        assertThat(other.waitFor()).as(other.output()).isEqualTo(ExitStatus.WRONG_USE.code());
        assertThat(other.output()).contains("--clients and ARGS must be the same for all clients");
      }
    }
  }
}
