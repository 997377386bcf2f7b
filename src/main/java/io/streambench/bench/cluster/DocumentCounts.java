package io.streambench.bench.cluster;

import io.streambench.base.TextFormat;
import io.streambench.bench.transport.OwnClient;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.solr.client.solrj.request.QueryRequest;
import org.apache.solr.common.cloud.Replica;
import org.apache.solr.common.cloud.Slice;
import org.apache.solr.common.cloud.ZkStateReader;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.common.params.ModifiableSolrParams;

/** A check of a collection's document count on every node and every replica. */
record DocumentCounts(ZkStateReader state, List<String> nodeUrls, OwnClient client) {
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long POLL_MILLIS = 100;

  void awaitCount(String collection, long expectedCount) throws Exception {
    long start = System.nanoTime();
    Map<String, Long> wrong = wrongCounts(collection, expectedCount);
    while (!wrong.isEmpty()) {
      if (System.nanoTime() - start > TIMEOUT_NANOS) {
        throw new IllegalStateException(
            TextFormat.of(
                "expected %d documents in %s everywhere, counted %s",
                expectedCount, collection, wrong));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      wrong = wrongCounts(collection, expectedCount);
    }
  }

  Map<String, Long> wrongCounts(String collection, long expectedCount) throws Exception {
    Map<String, Long> wrong = new TreeMap<>();
    for (String node : nodeUrls) {
      long count = countDocuments(node, collection, true);
      if (count != expectedCount) {
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
    if (leaders != expectedCount) {
      wrong.put("all leaders", leaders);
    }
    return wrong;
  }

  private long countReplica(Replica replica) throws Exception {
    return countDocuments(replica.getBaseUrl(), replica.getCoreName(), false);
  }

  private long countDocuments(String baseUrl, String collection, boolean distributed)
      throws Exception {
    ModifiableSolrParams query = new ModifiableSolrParams();
    query.set(CommonParams.Q, "*:*");
    query.set(CommonParams.ROWS, 0);
    query.set(CommonParams.DISTRIB, distributed);
    return client.request(baseUrl, collection, new QueryRequest(query)).getResults().getNumFound();
  }
}
