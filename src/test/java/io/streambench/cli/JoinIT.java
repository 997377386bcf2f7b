package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.analysis.compare.Better;
import io.streambench.analysis.compare.Bootstrap;
import io.streambench.analysis.compare.Comparison;
import io.streambench.analysis.compare.Fork;
import io.streambench.analysis.compare.Interval;
import io.streambench.analysis.compare.Judgement;
import io.streambench.analysis.compare.Layout;
import io.streambench.analysis.compare.Sample;
import io.streambench.cluster.ClusterPool;
import io.streambench.cluster.ReadyCluster;
import io.streambench.config.Home;
import io.streambench.config.Parameters;
import io.streambench.config.StreamingSettings;
import io.streambench.program.JavaProcess;
import io.streambench.results.CellResult;
import io.streambench.results.JmhFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.solr.common.cloud.SolrZkClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients in processes of their own, which measure a cluster together. */
@Tag("program")
@Timeout(240)
class JoinIT {
  private static final String STREAMBENCH = StreambenchMain.class.getName();

  @TempDir static Path place;
  private static ClusterPool pool;
  private static ReadyCluster cluster;

  private static final int ROUNDS = 6;

  /** Four JVMs compile and collect four times as much as one, which is no fault of the merging. */
  private static final double OVERHEAD = 0.1;

  /** An interval that is wider would let any difference pass. */
  private static final double NARROW = 1.5;

  @TempDir Path folder;

  @BeforeAll
  static void startACluster() throws Exception {
    pool = ClusterPool.open(place);
    cluster = ready("docCount", "200");
  }

  private static ReadyCluster ready(String... documents) throws Exception {
    List<String> parameters =
        new ArrayList<>(List.of("cluster", "process", "nodeCount", "1", "numShards", "2"));
    parameters.addAll(List.of(documents));
    return pool.ensure(
        StreamingSettings.of(
            Parameters.with(parameters.toArray(String[]::new)),
            Map.of("streambench.clusterHeap", "512m")),
        line -> {});
  }

  @AfterAll
  static void stopTheCluster() {
    pool.close();
  }

  private JavaProcess client(String run, int clients, String wait, String arguments)
      throws IOException {
    return client(cluster.zkHost(), folder, run, clients, wait, arguments);
  }

  private static JavaProcess client(
      String zkHost, Path results, String run, int clients, String wait, String arguments)
      throws IOException {
    String typed =
        "join --zk %s --run %s --clients %d --wait %s --results %s -- %s StreamingSearch"
            .formatted(zkHost, run, clients, wait, results, arguments);
    return new JavaProcess(results, List.of("-Xmx256m"), STREAMBENCH, typed.split(" "));
  }

  private static String job(String seconds) {
    return "-p collection=%s -p numShards=2 -p docCount=200 -p useHttp1=true -wi 1 -w 1 -i 3 -r %s -jvmArgs -Xmx512m"
        .formatted(cluster.collection(), seconds);
  }

  /** The folder of the client that led. */
  private static Path merged(Path results) throws IOException {
    try (Stream<Path> all = Files.list(results)) {
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

  @Test
  void fourClientsBeginTogetherAndOneMergesTheResultsOfAll() throws Exception {
    List<JavaProcess> clients = new ArrayList<>();
    try {
      for (int i = 0; i < 4; i++) {
        clients.add(client("four", 4, "2m", job("2")));
      }
      for (JavaProcess client : clients) {
        assertThat(client.waitFor()).as(client.output()).isZero();
        assertThat(client.output()).contains("begins with 4 of 4 clients", "ZooKeeper's clock");
      }
    } finally {
      clients.forEach(JavaProcess::close);
    }
    Path merged = merged(folder);
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

  /** A load from four clients of a thread each, and by turns the same from one of four threads. */
  @Test
  @Tag("faults")
  @Timeout(value = 40, unit = TimeUnit.MINUTES)
  void fourClientsMeasureWhatOneClientOfFourThreadsMeasures() throws Exception {
    ReadyCluster loaded = ready("docCount", "5000", "docSizeBytes", "1024");
    load(loaded, "warm", 1, 4); // the nodes compile meanwhile, so that neither side has them cold
    List<Fork> one = new ArrayList<>();
    List<Fork> four = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      one.add(load(loaded, "one-" + round, 1, 4));
      four.add(load(loaded, "four-" + round, 4, 1));
    }
    Judgement judgement =
        new Comparison(OVERHEAD, new Bootstrap())
            .judge(
                Better.HIGHER,
                Layout.INTERLEAVED,
                Sample.of(one),
                List.of(Optional.of(Sample.of(four))))
            .get(0);
    Path figures = Files.createDirectories(Home.folder().resolve("target/faults"));
    Files.writeString(
        figures.resolve("join.txt"),
        String.format(
            Locale.ROOT,
            "operations per second, by turns%none client of four threads: %s%nfour clients of one"
                + " thread: %s%n%s%n",
            Arrays.toString(Sample.of(one).inOrder()),
            Arrays.toString(Sample.of(four).inOrder()),
            judgement));
    Interval ratio = judgement.evidence().orElseThrow().interval();
    assertThat(ratio.high() / ratio.low()).as(judgement.toString()).isLessThan(NARROW);
    assertThat(judgement.different()).as(judgement.toString()).isFalse();
  }

  /** The merged result of so many clients. */
  private Fork load(ReadyCluster at, String run, int clients, int threads) throws Exception {
    Path results = Files.createDirectory(folder.resolve(run));
    String job =
        "-p collection=%s -p numShards=2 -p docCount=5000 -p docSizeBytes=1024 -p useHttp1=true"
            + " -p recording=off -p capture=off -t %d -wi 4 -w 10 -i 5 -r 4 -jvmArgs -Xmx512m";
    List<JavaProcess> all = new ArrayList<>();
    try {
      for (int i = 0; i < clients; i++) {
        String arguments = job.formatted(at.collection(), threads);
        all.add(client(at.zkHost(), results, run, clients, "2m", arguments));
      }
      for (JavaProcess client : all) {
        assertThat(client.waitFor()).as(client.output()).isZero();
        assertThat(client.output()).doesNotContain("docCount is not used"); // it reads all 5,000
      }
    } finally {
      all.forEach(JavaProcess::close);
    }
    List<CellResult> merged = JmhFile.read(merged(results).resolve("merged.json"));
    assertThat(merged).hasSize(1);
    assertThat(merged.get(0).forks()).hasSize(1);
    return merged.get(0).forks().get(0);
  }

  @Tag("slow")
  @Test
  void aClientThatIsKilledIsNamedAndTheOthersEndWithWhatTheyHave() throws Exception {
    try (JavaProcess first = client("killed", 3, "2m", job("5"));
        JavaProcess second = client("killed", 3, "2m", job("5"));
        JavaProcess third = client("killed", 3, "2m", job("5"))) {
      third.awaitOutput("\nIteration   1:");
      String name = nameOf(third);
      third.kill();
      int status = first.waitFor() + second.waitFor();
      String output = first.output() + second.output();
      assertThat(output)
          .contains("2 of 3 clients measured; lost, without a result: " + name, "LOST");
      assertThat(status).as(output).isEqualTo(ExitStatus.FAILED.code());
    }
    assertThat(new ObjectMapper().readTree(merged(folder).resolve("merged.json").toFile()))
        .hasSize(1);
    assertThat(runsInZooKeeper()).doesNotContain("killed");
  }

  private static String nameOf(JavaProcess client) {
    return client
        .output()
        .lines()
        .filter(line -> line.matches("# .*-" + client.pid() + ": ZooKeeper's clock.*"))
        .map(line -> line.substring(2, line.indexOf(':')))
        .findFirst()
        .orElseThrow();
  }

  @Test
  @Tag("matrix")
  void whoComesLateIsRefusedAndTheOthersDoNotWait() throws Exception {
    try (JavaProcess early = client("late", 2, "3s", job("6"))) {
      early.awaitOutput("begins with 1 of 2 clients");
      try (JavaProcess late = client("late", 2, "3s", job("6"))) {
        assertThat(late.waitFor()).as(late.output()).isEqualTo(ExitStatus.WRONG_USE.code());
        assertThat(late.output()).contains("--run must be the name of a run that has not begun");
      }
      assertThat(early.waitFor()).as(early.output()).isEqualTo(ExitStatus.FAILED.code());
      assertThat(early.output())
          .contains(
              "1 of 2 clients measured; 1 did not come in time (--wait); refused, since the run had begun: ");
    }
  }

  @Test
  void whoRunsSomethingElseIsRefused() throws Exception {
    try (JavaProcess one = client("other", 2, "1m", job("1"))) {
      one.awaitOutput("1 of 2 clients are here");
      try (JavaProcess other = client("other", 2, "1m", job("2"))) {
        assertThat(other.waitFor()).as(other.output()).isEqualTo(ExitStatus.WRONG_USE.code());
        assertThat(other.output()).contains("--clients and ARGS must be the same for all clients");
      }
    }
  }

  @Tag("slow")
  @Test
  void aZooKeeperThatDoesNotAnswerIsALine() throws Exception {
    try (JavaProcess client =
        client("127.0.0.1:1/solr", folder, "nobody", 1, "1m", "-p numShards=2")) {
      assertThat(client.waitFor()).as(client.output()).isEqualTo(ExitStatus.WRONG_USE.code());
      assertThat(client.output()).contains("--zk must be a ZooKeeper that answers");
    }
  }
}
