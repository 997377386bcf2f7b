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

/** Tests the repair in a stock client that reads a cluster in another process. */
@Tag("slow")
class StallFreeClientIT {
  private static final int DOCUMENTS = 3_000;
  private static final int READINGS = 25;

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
  static void stopCluster() {
    pool.close();
  }

  /**
   * Returns a class path with SolrJ's jars and the repair's jar, but no other class of this module.
   */
  private static String classPath() throws Exception {
    Path target = Path.of("target").toAbsolutePath();
    return String.join(
        File.pathSeparator,
        ClientJar.path().toString(),
        target.resolve("test-classes").toString(),
        target.resolve("lib") + "/*");
  }

  /** Runs a stock client, and returns the last line of its output. */
  private String runStockClient(String... options) throws Exception {
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

  /** Checks that all readings complete. The long timeout allows for slow machines. */
  private void assertCompletes(String option, String otherOption) throws Exception {
    assertThat(runStockClient("-Dpatience=600", option, otherOption))
        .isEqualTo("COMPLETED " + READINGS);
  }

  @Test
  void stockClientStallsWithoutFactory() throws Exception {
    assertThat(runStockClient()).startsWith("STALLED ");
    String factory = "-Dsolr.httpclient.builder.factory=" + StallFreeClientFactory.class.getName();
    // A bare -D defines a property with an empty name, which cannot be queried.
    assertCompletes(factory, "-D");
    assertCompletes(factory, "-Dstreambench.directMemoryBudget=160m");
  }

  @Test
  @Tag("matrix")
  void stallsWithClientCacheOnlyAndOnlyOverHttp2() throws Exception {
    String cache = "-D" + StockReader.CACHE + "=";
    assertThat(runStockClient(cache + Cache.OWN_CLIENTS)).startsWith("STALLED ");
    assertCompletes(cache + Cache.NONE, "-D");
    for (Cache any : List.of(Cache.SHARED_CLIENT, Cache.OWN_CLIENTS)) {
      assertCompletes(cache + any, "-Dsolr.http1=true");
    }
  }
}
