package io.streambench.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.fork.BenchmarkRun;
import io.streambench.bench.fork.Job;
import io.streambench.bench.streaming.StreamingRun;
import io.streambench.cluster.ClusterPool;
import io.streambench.cluster.ReadyCluster;
import io.streambench.config.Parameters;
import io.streambench.config.StreamingSettings;
import io.streambench.strategy.ClientJar;
import io.streambench.strategy.StallFreeClientFactory;
import io.streambench.transport.StockReader;
import io.streambench.transport.StockReader.Cache;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The repair in a stock client, and what a run tells of it in the nodes. */
@Timeout(240)
@Tag("slow")
class StallFreeClientIT {
  private static final String FACTORY = "solr.httpclient.builder.factory";
  private static final int DOCUMENTS = 3_000;
  private static final int READINGS = 25;

  @TempDir Path folder;

  private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void leaveTheJvmAsItWas() {
    BenchmarkRun.closeLast();
    System.clearProperty(FACTORY);
  }

  private static Map<String, String> parameters(String cluster) {
    return Parameters.with(
        "cluster", cluster,
        "nodeCount", "1",
        "numShards", "12",
        "docCount", Integer.toString(DOCUMENTS),
        "docSizeBytes", "8192",
        "numTextFields", "1");
  }

  /** SolrJ's jars, and the one that holds the repair; none of this module's own classes. */
  private static String classPath() throws Exception {
    Path target = Path.of("target").toAbsolutePath();
    List<String> entries = new ArrayList<>();
    entries.add(ClientJar.path().toString());
    entries.add(target.resolve("test-classes").toString());
    try (Stream<Path> libraries = Files.list(target.resolve("lib"))) {
      libraries.map(Path::toString).sorted().forEach(entries::add);
    }
    return String.join(File.pathSeparator, entries);
  }

  private String stockClient(ReadyCluster cluster, String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx512m");
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", classPath(), StockReader.class.getName()));
    command.addAll(List.of(cluster.zkHost(), cluster.collection(), "" + DOCUMENTS, "" + READINGS));
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor(90, TimeUnit.SECONDS)).isTrue();
    List<String> all = Files.readAllLines(output);
    return all.get(all.size() - 1);
  }

  private ReadyCluster cluster(ClusterPool pool) throws Exception {
    return pool.ensure(
        StreamingSettings.of(parameters("process"), Map.of("streambench.clusterHeap", "1g")),
        lines::add);
  }

  @Test
  void aStockClientStallsUntilItNamesTheFactory() throws Exception {
    try (ClusterPool pool = ClusterPool.open(folder.resolve("clusters"))) {
      ReadyCluster cluster = cluster(pool);
      assertThat(stockClient(cluster)).startsWith("STALLED ");
      String factory = "-D" + FACTORY + "=" + StallFreeClientFactory.class.getName();
      // A bare -D makes a property without a name, which nobody may ask for by its name.
      assertThat(stockClient(cluster, factory, "-D")).isEqualTo("COMPLETED " + READINGS);
      assertThat(stockClient(cluster, factory, "-Dstreambench.flowControl=on-receipt"))
          .isEqualTo("COMPLETED " + READINGS);
    }
  }

  @Test
  void aStockClientStallsWithAnyClientCacheAndNeitherWithoutOneNorOverHttp1() throws Exception {
    try (ClusterPool pool = ClusterPool.open(folder.resolve("clusters"))) {
      ReadyCluster cluster = cluster(pool);
      String cache = "-D" + StockReader.CACHE + "=";
      assertThat(stockClient(cluster, cache + Cache.OWN_CLIENTS)).startsWith("STALLED ");
      assertThat(stockClient(cluster, cache + Cache.NONE)).isEqualTo("COMPLETED " + READINGS);
      for (Cache any : List.of(Cache.SHARED_CLIENT, Cache.OWN_CLIENTS)) {
        assertThat(stockClient(cluster, cache + any, "-Dsolr.http1=true"))
            .isEqualTo("COMPLETED " + READINGS);
      }
    }
  }

  @Test
  void whatIsInEffectInTheNodesIsToldOnceTheyNameIt() throws Exception {
    System.setProperty(FACTORY, StallFreeClientFactory.class.getName());
    StreamingRun run =
        StreamingRun.open(
            new Job(
                "StreamingSearch.stream",
                "thrpt",
                1,
                parameters("embedded"),
                Map.of("streambench.logs", folder.resolve("logs").toString())),
            lines::add);
    assertThat(lines)
        .anyMatch(
            line -> line.matches("(?s)# in effect, .*clients in the nodes: .*dynamic-threshold.*"));
    assertThat(run.read(tuple -> {})).isEqualTo(DOCUMENTS);
    run.close();
  }
}
