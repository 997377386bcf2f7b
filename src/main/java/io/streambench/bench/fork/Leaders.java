package io.streambench.bench.fork;

import io.streambench.cluster.Cluster;
import io.streambench.config.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.common.cloud.Replica;
import org.apache.solr.common.cloud.Slice;
import org.apache.solr.common.cloud.ZkStateReader;

/** The leaders of a collection's shards. */
public final class Leaders {
  private Leaders() {}

  /** A client of the whole cluster over the connections of another; closing it closes neither. */
  public static CloudHttp2SolrClient cloud(Cluster cluster, Http2SolrClient client) {
    return new CloudHttp2SolrClient.Builder(List.of(cluster.zkHost()), Optional.empty())
        .withHttpClient(client)
        .build();
  }

  /**
   * One for each shard, in the order of the shards.
   *
   * @throws IllegalStateException if a shard has none
   */
  public static List<Replica> of(Cluster cluster, Http2SolrClient client) throws IOException {
    try (CloudHttp2SolrClient cloud = cloud(cluster, client)) {
      cloud.connect();
      List<Replica> leaders = new ArrayList<>();
      for (Slice slice :
          ZkStateReader.from(cloud)
              .getClusterState()
              .getCollection(cluster.collection())
              .getActiveSlices()) {
        if (slice.getLeader() == null) {
          throw new IllegalStateException(
              Text.of("%s of %s has no leader", slice.getName(), cluster.collection()));
        }
        leaders.add(slice.getLeader());
      }
      return leaders;
    }
  }
}
