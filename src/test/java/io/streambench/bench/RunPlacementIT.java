package io.streambench.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.cluster.ClusterPool;
import io.streambench.bench.cluster.ReadyCluster;
import io.streambench.bench.documents.SyntheticDocuments;
import io.streambench.bench.settings.Parameters;
import io.streambench.bench.settings.StreamingSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.common.SolrDocumentList;
import org.apache.solr.common.params.ShardParams;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two shards on one node that hold a run of the sort order each. */
@Tag("slow")
class RunPlacementIT {
  private static final int DOCUMENTS = 980;

  @TempDir Path place;

  @Test
  void eachShardHoldsARunOfTheSortOrder() throws Exception {
    Map<String, String> parameters =
        Parameters.with(
            "cluster", "process",
            "nodeCount", "1",
            "numShards", "2",
            "placement", "runs",
            "docCount", Integer.toString(DOCUMENTS),
            "docSizeBytes", "2048",
            "numTextFields", "1");
    StreamingSettings settings =
        StreamingSettings.of(parameters, Map.of("streambench.clusterHeap", "512m"));
    try (ClusterPool pool = ClusterPool.open(place)) {
      ReadyCluster cluster = pool.ensure(settings, line -> {});
      String last = SyntheticDocuments.id(DOCUMENTS - 1);
      assertThat(ids(cluster, "shard1"))
          .containsExactly(SyntheticDocuments.id(0), SyntheticDocuments.id(DOCUMENTS / 2 - 1));
      assertThat(ids(cluster, "shard2"))
          .containsExactly(SyntheticDocuments.id(DOCUMENTS / 2), last);

      // Its process ID may soon be another process's, which forks would take for the cluster.
      Path ready = place.resolve("cluster-1/ready.json");
      assertThat(ready).exists();
      pool.keepOnly(List.of());
      assertThat(ready).doesNotExist();
    }
  }

  /** The lowest and the highest identifier of a shard, as Solr itself says. */
  private static List<Object> ids(ReadyCluster cluster, String shard) throws Exception {
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
}
