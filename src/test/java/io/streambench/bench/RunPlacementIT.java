package io.streambench.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.cluster.ClusterPool;
import io.streambench.bench.cluster.ReadyCluster;
import io.streambench.bench.documents.SyntheticDocuments;
import io.streambench.bench.fork.BenchmarkRun;
import io.streambench.bench.fork.Job;
import io.streambench.bench.settings.Parameters;
import io.streambench.bench.settings.StreamingSettings;
import io.streambench.bench.streaming.StreamingRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.common.SolrDocumentList;
import org.apache.solr.common.params.ShardParams;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two shards on one node that hold a run of the sort order each, with more than a stream window in
 * each: on the rule's line with Jetty's windows.
 */
@Tag("slow")
class RunPlacementIT {
  private static final int DOCUMENTS = 9_800;

  @TempDir static Path place;
  private static ClusterPool pool;
  private static ReadyCluster cluster;

  @TempDir Path logs;

  @BeforeAll
  static void startTheCluster() throws Exception {
    pool = ClusterPool.open(place);
    cluster =
        pool.ensure(
            StreamingSettings.of(parameters(), Map.of("streambench.clusterHeap", "1g")),
            line -> {});
  }

  @AfterAll
  static void stopTheCluster() {
    pool.close();
  }

  @AfterEach
  void leaveTheJvmAsItWas() {
    BenchmarkRun.closeLast();
  }

  private static Map<String, String> parameters() {
    return Parameters.with(
        "cluster", "process",
        "nodeCount", "1",
        "numShards", "2",
        "placement", "runs",
        "docCount", Integer.toString(DOCUMENTS),
        "docSizeBytes", "2048",
        "numTextFields", "1");
  }

  @Test
  void eachShardHoldsARunOfTheSortOrder() throws Exception {
    String last = SyntheticDocuments.id(DOCUMENTS - 1);
    assertThat(ids("shard1"))
        .containsExactly(SyntheticDocuments.id(0), SyntheticDocuments.id(DOCUMENTS / 2 - 1));
    assertThat(ids("shard2")).containsExactly(SyntheticDocuments.id(DOCUMENTS / 2), last);
  }

  /** The lowest and the highest identifier of a shard, as Solr itself says. */
  private static List<Object> ids(String shard) throws Exception {
    List<Object> ids = new ArrayList<>();
    try (CloudHttp2SolrClient solr =
        new CloudHttp2SolrClient.Builder(List.of(cluster.zkHost()), Optional.empty()).build()) {
      for (SolrQuery.ORDER order : List.of(SolrQuery.ORDER.asc, SolrQuery.ORDER.desc)) {
        SolrQuery query = new SolrQuery("*:*").setRows(1).setFields("id");
        query.setSort("id", order).set(ShardParams.SHARDS, shard);
        SolrDocumentList found = solr.query(cluster.collection(), query).getResults();
        ids.add(found.get(0).getFieldValue("id"));
      }
    }
    return ids;
  }

  /**
   * Mostly in the first or second reading. One goes well if the first bytes of a stream that is to
   * wait come in a chunk so small that its first tuple takes all of it.
   */
  @Test
  void aStockClientStalls() throws Exception {
    Map<String, String> properties =
        Map.of(
            "streambench.clusterHeap",
            "1g",
            "streambench.clusters",
            place.toString(),
            "streambench.logs",
            logs.toString());
    StreamingRun run =
        StreamingRun.open(
            new Job("StreamingSearch.stream", "thrpt", 1, parameters(), properties), line -> {});
    EvidenceWait.ofAStall(run, logs);
  }
}
