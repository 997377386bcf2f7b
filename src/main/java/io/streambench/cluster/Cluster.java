package io.streambench.cluster;

import io.streambench.config.NodeOutput;
import io.streambench.config.Text;
import io.streambench.documents.Contents;
import io.streambench.transport.EffectiveSettings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.common.cloud.Replica;
import org.apache.solr.common.cloud.Slice;
import org.apache.solr.common.cloud.ZkStateReader;

/**
 * The SolrCloud under test, wherever it runs. What was started or made for it is stopped and
 * removed when it is closed; what was there before stays as it was.
 */
public interface Cluster extends AutoCloseable {
  /**
   * Sees to it that the collection is there with all its documents.
   *
   * @param beforeIndexing called before documents are indexed, if any are
   * @return seconds spent on indexing; 0 if there was nothing to index
   */
  double prepare(Runnable beforeIndexing) throws Exception;

  String zkHost();

  /** The collection to read; known once it is prepared. */
  String collection();

  /** The contents that every reading must return; known once the cluster is prepared. */
  Contents contents();

  /** Jetty's dump of every node's server, or why there is none. */
  List<String> serverDumps();

  /** The settings in effect on the clients inside the nodes; none if they cannot be known. */
  default List<EffectiveSettings> nodeClients() {
    return List.of();
  }

  /** The buffers in effect on the nodes' servers; none if they cannot be known. */
  default List<NodeOutput> nodeOutputs() {
    return List.of();
  }

  /** The process of the nodes, if it is another one of this machine. */
  default Optional<ProcessHandle> process() {
    return Optional.empty();
  }

  /** Bytes on the heap of the nodes' process after a garbage collection; empty if not known. */
  default OptionalLong nodesHeapBytes() {
    return OptionalLong.empty();
  }

  /** Bytes on the heap of this JVM after a garbage collection. */
  static long heapAfterCollection() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** The part of the servers' side that cannot be known from here, and the reason. */
  default Optional<String> notObserved() {
    return Optional.empty();
  }

  /** The cluster's trouble, if that explains why a reading failed. It is asked for at once then. */
  default Optional<String> trouble() {
    return Optional.empty();
  }

  String describe();

  /** A client of the whole cluster over the connections of another; closing it closes neither. */
  default CloudHttp2SolrClient cloud(Http2SolrClient client) {
    return new CloudHttp2SolrClient.Builder(List.of(zkHost()), Optional.empty())
        .withHttpClient(client)
        .build();
  }

  /** The leader of each shard, in the order of the shards; fails if one has none. */
  default List<Replica> leaders(Http2SolrClient client) throws IOException {
    try (CloudHttp2SolrClient cloud = cloud(client)) {
      cloud.connect();
      List<Replica> leaders = new ArrayList<>();
      for (Slice slice :
          ZkStateReader.from(cloud)
              .getClusterState()
              .getCollection(collection())
              .getActiveSlices()) {
        if (slice.getLeader() == null) {
          throw new IllegalStateException(
              Text.of("%s of %s has no leader", slice.getName(), collection()));
        }
        leaders.add(slice.getLeader());
      }
      return leaders;
    }
  }
}
