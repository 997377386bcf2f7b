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

/** SolrJ 10's own client, in a JVM of its own, reads twelve shards of stock nodes. */
@Tag("slow")
class Solr10ClientIT {
  private static final String READER = "io.streambench.jetty12.Solr10Reader";
  private static final int DOCUMENTS = 6_000;
  private static final int QUERIES = 8;
  private static final int SILENT = 3;

  /** However slow the machine is: silence says nothing of a client that reads on. */
  private static final String PATIENT = "-Dpatience=600";

  private static StockCluster cluster;
  private static final List<String> SHARDS = new ArrayList<>();

  @TempDir Path folder;

  @BeforeAll
  static void startTheCluster() throws Exception {
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
  static void stopTheCluster() throws Exception {
    cluster.close();
  }

  private record Answer(int status, String text) {}

  private Answer read(String... options) throws Exception {
    List<String> jvm = new ArrayList<>(List.of("-Xmx512m", "-Dlevel=INFO"));
    jvm.addAll(List.of(options));
    List<String> typed = new ArrayList<>(List.of("" + QUERIES, "/select", "" + DOCUMENTS));
    typed.addAll(SHARDS);
    try (JavaProcess process =
        Jetty12.start("12.0.33", folder, jvm, READER, typed.toArray(String[]::new))) {
      int status = process.waitFor();
      return new Answer(status, process.output());
    }
  }

  @Test
  void aStockClientFallsSilent() throws Exception {
    Answer stock = read();
    assertThat(stock.status()).describedAs(stock.text()).isEqualTo(SILENT);
    assertThat(stock.text()).contains("silent after ");
  }

  @Test
  void withTheCustomizerItReadsOn() throws Exception {
    Answer repaired =
        read(
            PATIENT,
            "-Dsolr.solrj.http.jetty.customizer=io.streambench.strategy.StallFreeCustomizer");
    assertThat(repaired.status()).describedAs(repaired.text()).isZero();
    assertThat(repaired.text())
        .contains("query " + QUERIES + ": " + DOCUMENTS + " tuples")
        .contains("memory-bound")
        .containsOnlyOnce("Flow control of HTTP/2 clients");
  }

  @Test
  void overHttp1ItReadsOnWithoutAnythingOfOurs() throws Exception {
    Answer http1 = read(PATIENT, "-Dsolr.http1=true");
    assertThat(http1.status()).describedAs(http1.text()).isZero();
  }
}
