package io.streambench.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.cluster.ClusterPool;
import io.streambench.bench.cluster.ReadyCluster;
import io.streambench.bench.settings.Parameters;
import io.streambench.bench.settings.StreamingSettings;
import io.streambench.bench.transport.StockReader;
import io.streambench.bench.transport.StockReader.Cache;
import io.streambench.program.JavaProcess;
import io.streambench.strategy.ClientJar;
import io.streambench.strategy.StallFreeClientFactory;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The repair in a stock client that reads a cluster in another process. */
@Tag("slow")
class StallFreeClientIT {
  private static final int DOCUMENTS = 3_000;
  private static final int READINGS = 25;

  @TempDir static Path place;
  private static ClusterPool pool;
  private static ReadyCluster cluster;

  @TempDir Path folder;

  @BeforeAll
  static void startTheCluster() throws Exception {
    pool = ClusterPool.open(place);
    cluster =
        pool.getOrStart(
            StreamingSettings.of(
                Parameters.with(
                    "cluster", "process",
                    "nodeCount", "1",
                    "numShards", "12",
                    "docCount", Integer.toString(DOCUMENTS),
                    "docSizeBytes", "8192",
                    "numTextFields", "1"),
                Map.of("streambench.clusterHeap", "1g")),
            line -> {});
  }

  @AfterAll
  static void stopTheCluster() {
    pool.close();
  }

  /** SolrJ's jars, and the one that holds the repair; none of this module's own classes. */
  private static String classPath() throws Exception {
    Path target = Path.of("target").toAbsolutePath();
    return String.join(
        File.pathSeparator,
        ClientJar.path().toString(),
        target.resolve("test-classes").toString(),
        target.resolve("lib") + "/*");
  }

  /** The last line of what it says. */
  private String stockClient(String... options) throws Exception {
    List<String> jvm = new ArrayList<>(List.of("-Xmx512m"));
    jvm.addAll(List.of(options));
    try (JavaProcess client =
        new JavaProcess(
            classPath(),
            folder,
            jvm,
            StockReader.class.getName(),
            cluster.zkHost(),
            cluster.collection(),
            Integer.toString(DOCUMENTS),
            Integer.toString(READINGS))) {
      client.waitFor();
      List<String> all = client.output().lines().toList();
      return all.get(all.size() - 1);
    }
  }

  /** However slow the machine is: silence says nothing here. */
  private void assertCompletes(String option, String other) throws Exception {
    assertThat(stockClient("-Dpatience=600", option, other)).isEqualTo("COMPLETED " + READINGS);
  }

  @Test
  void aStockClientStallsUntilItNamesTheFactory() throws Exception {
    assertThat(stockClient()).startsWith("STALLED ");
    String factory = "-Dsolr.httpclient.builder.factory=" + StallFreeClientFactory.class.getName();
    // A bare -D makes a property without a name, which nobody may ask for by its name.
    assertCompletes(factory, "-D");
    assertCompletes(factory, "-Dstreambench.directMemoryBudget=160m");
  }

  @Test
  @Tag("matrix")
  void aStockClientStallsWithAnyClientCacheAndNeitherWithoutOneNorOverHttp1() throws Exception {
    String cache = "-D" + StockReader.CACHE + "=";
    assertThat(stockClient(cache + Cache.OWN_CLIENTS)).startsWith("STALLED ");
    assertCompletes(cache + Cache.NONE, "-D");
    for (Cache any : List.of(Cache.SHARED_CLIENT, Cache.OWN_CLIENTS)) {
      assertCompletes(cache + any, "-Dsolr.http1=true");
    }
  }
}
