package io.streambench.bench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.cluster.StockCluster;
import io.streambench.bench.settings.DocumentPlacement;
import io.streambench.program.JavaProcess;
import io.streambench.trial.Jetty12;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.common.cloud.Slice;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads twelve shards of stock nodes with SolrJ 10's own client, in a separate JVM. */
@Tag("slow")
class Solr10ClientIT {
  private static final String READER = "io.streambench.jetty12.Solr10Reader";
  private static final int DOCUMENTS = 6_000;
  private static final int QUERIES = 8;
  private static final int SILENT = 3;

  /** A timeout for slow machines. Silence does not show that this client hangs. */
  private static final String LONG_TIMEOUT = "-Dpatience=600";

  private static StockCluster cluster;
  private static final List<String> SHARDS = new ArrayList<>();

  @TempDir Path folder;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster = StockCluster.start(1, DOCUMENTS, DocumentPlacement.RUNS, Duration.ofMinutes(10));
    try (CloudHttp2SolrClient solr =
        new CloudHttp2SolrClient.Builder(List.of(cluster.zkHost()), Optional.empty()).build()) {
      for (Slice slice :
          solr.getClusterState().getCollection(cluster.collection()).getActiveSlices()) {
        SHARDS.add(slice.getLeader().getCoreUrl());
      }
    }
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  private record Output(int status, String text) {}

  private Output runReader(String... options) throws Exception {
    List<String> jvm = new ArrayList<>(List.of("-Xmx512m", "-Dlevel=INFO"));
    jvm.addAll(List.of(options));
    List<String> typed = new ArrayList<>(List.of("" + QUERIES, "/select", "" + DOCUMENTS));
    typed.addAll(SHARDS);
    try (JavaProcess process =
        Jetty12.start("12.0.33", folder, jvm, READER, typed.toArray(String[]::new))) {
      int status = process.waitFor();
      return new Output(status, process.output());
    }
  }

  @Test
  void stockClientStopsReceiving() throws Exception {
    Output stock = runReader();
    assertThat(stock.status()).describedAs(stock.text()).isEqualTo(SILENT);
    assertThat(stock.text()).contains("silent after ");
  }

  @Test
  void customizerPreventsStall() throws Exception {
    Output repaired =
        runReader(
            LONG_TIMEOUT,
            "-Dsolr.solrj.http.jetty.customizer=io.streambench.strategy.StallFreeCustomizer");
    assertThat(repaired.status()).describedAs(repaired.text()).isZero();
    assertThat(repaired.text())
        .contains("query " + QUERIES + ": " + DOCUMENTS + " tuples")
        .contains("memory-bound")
        .containsOnlyOnce("Flow control of HTTP/2 clients");
  }

  @Test
  void http1PreventsStallWithoutRepair() throws Exception {
    Output http1 = runReader(LONG_TIMEOUT, "-Dsolr.http1=true");
    assertThat(http1.status()).describedAs(http1.text()).isZero();
  }
}
