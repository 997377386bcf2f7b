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

/** Compares the document counts of a collection by node and by replica. */
record DocumentCounts(ZkStateReader state, List<String> nodeUrls, Http2SolrClient client) {
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long POLL_MILLIS = 100;

  void await(String collection, long expected) throws Exception {
    long start = System.nanoTime();
    Map<String, Long> wrong = wrong(collection, expected);
    while (!wrong.isEmpty()) {
      if (System.nanoTime() - start > TIMEOUT_NANOS) {
        throw new IllegalStateException(
            Text.of(
                "expected %d documents in %s everywhere, counted %s", expected, collection, wrong));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      wrong = wrong(collection, expected);
    }
  }

  Map<String, Long> wrong(String collection, long expected) throws Exception {
    Map<String, Long> wrong = new TreeMap<>();
    for (String node : nodeUrls) {
      long count = count(node, collection, true);
      if (count != expected) {
        wrong.put(node, count);
      }
    }
    long leaders = 0;
    for (Slice shard : state.getClusterState().getCollection(collection).getActiveSlices()) {
      long leader = countReplica(shard.getLeader());
      leaders += leader;
      for (Replica replica : shard) {
        long count = countReplica(replica);
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

  private long countReplica(Replica replica) throws Exception {
    return count(replica.getBaseUrl(), replica.getCoreName(), false);
  }

  private long count(String baseUrl, String collection, boolean distributed) throws Exception {
    SolrQuery query = new SolrQuery("*:*");
    query.setRows(0);
    query.set("distrib", distributed);
    return client
        .requestWithBaseUrl(baseUrl, node -> node.query(collection, query))
        .getResults()
        .getNumFound();
  }
}
