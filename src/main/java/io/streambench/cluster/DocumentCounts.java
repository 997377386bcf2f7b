package io.streambench.cluster;

import io.streambench.config.Text;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.common.cloud.Replica;
import org.apache.solr.common.cloud.Slice;
import org.apache.solr.common.cloud.ZkStateReader;

/** Who counts how many documents of a collection. */
final class DocumentCounts {
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long POLL_MILLIS = 100;

  private final ZkStateReader state;
  private final List<String> nodeUrls;

  DocumentCounts(ZkStateReader state, List<String> nodeUrls) {
    this.state = state;
    this.nodeUrls = nodeUrls;
  }

  void await(String collection, long expected) throws Exception {
    long start = System.nanoTime();
    try (Http2SolrClient client = new Http2SolrClient.Builder().build()) {
      Map<String, Long> wrong = wrong(client, collection, expected);
      while (!wrong.isEmpty()) {
        if (System.nanoTime() - start > TIMEOUT_NANOS) {
          throw new IllegalStateException(
              Text.of(
                  "expected %d documents in %s everywhere, counted %s",
                  expected, collection, wrong));
        }
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        wrong = wrong(client, collection, expected);
      }
    }
  }

  /** The counts that are not what they should be. */
  private Map<String, Long> wrong(Http2SolrClient client, String collection, long expected)
      throws Exception {
    Map<String, Long> wrong = new TreeMap<>();
    for (String node : nodeUrls) {
      long count = count(client, node, collection, true);
      if (count != expected) {
        wrong.put(node, count);
      }
    }
    long leaders = 0;
    for (Slice shard : state.getClusterState().getCollection(collection).getActiveSlices()) {
      long leader = countReplica(client, shard.getLeader());
      leaders += leader;
      for (Replica replica : shard) {
        long count = countReplica(client, replica);
        if (count != leader) {
          wrong.put(replica.getName(), count);
        }
      }
    }
    if (leaders != expected) {
      wrong.put("all leaders", leaders);
    }
    return wrong;
  }

  private static long countReplica(Http2SolrClient client, Replica replica) throws Exception {
    return count(client, replica.getBaseUrl(), replica.getCoreName(), false);
  }

  private static long count(
      Http2SolrClient client, String baseUrl, String collection, boolean distributed)
      throws Exception {
    SolrQuery query = new SolrQuery("*:*");
    query.setRows(0);
    query.set("distrib", distributed);
    return client
        .requestWithBaseUrl(baseUrl, node -> node.query(collection, query))
        .getResults()
        .getNumFound();
  }
}
