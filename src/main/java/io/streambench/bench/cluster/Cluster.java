package io.streambench.bench.cluster;

import io.streambench.base.TextFormat;
import io.streambench.bench.documents.Contents;
import io.streambench.bench.settings.NodeOutput;
import io.streambench.bench.transport.EffectiveSettings;
import io.streambench.bench.transport.OwnClient;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.common.cloud.Replica;
import org.apache.solr.common.cloud.Slice;
import org.apache.solr.common.cloud.ZkStateReader;

/** The SolrCloud under test. Closing it removes only what the run has started or created. */
public interface Cluster extends AutoCloseable {
  /**
   * Makes sure that the collection exists with all its documents.
   *
   * @param beforeIndexing called before the indexing begins; not called if there is nothing to
   *     index
   * @return seconds spent on indexing; 0 if there was nothing to index
   */
  double prepare(Runnable beforeIndexing) throws Exception;

  String zkHost();

  /** Returns the name of the collection to read; available after {@link #prepare}. */
  String collection();

  /** Returns the expected contents of the collection; available after {@link #prepare}. */
  Contents contents();

  /** Returns Jetty's dumps of the nodes' servers, or the reason why there are none. */
  String serverDump();

  /** Returns the effective settings of the clients inside the nodes; empty if unknown. */
  default List<EffectiveSettings> nodeClients() {
    return List.of();
  }

  /** Returns the effective output buffer sizes of the nodes' servers; empty if unknown. */
  default List<NodeOutput> nodeOutputs() {
    return List.of();
  }

  /** Returns the process that runs the nodes, if it is a separate process on this machine. */
  default Optional<ProcessHandle> nodesProcess() {
    return Optional.empty();
  }

  /** Triggers a garbage collection in the nodes' JVM, and returns the used heap bytes, if known. */
  default OptionalLong nodesHeapBytes() {
    return OptionalLong.empty();
  }

  /** Triggers a garbage collection in this JVM, and returns the used heap bytes. */
  static long heapBytesAfterCollection() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /**
   * Describes which parts of the cluster this JVM cannot observe, and the reason. Returns empty if
   * this JVM can observe the whole cluster.
   */
  default Optional<String> unobservedReason() {
    return Optional.empty();
  }

  /** Describes a fault of the cluster that explains a failed read; empty if there is none. */
  default Optional<String> fault() {
    return Optional.empty();
  }

  String describe();

  /** Returns the leader of each shard, in shard order; throws if a shard has no leader. */
  default List<Replica> leaderReplicas(OwnClient client) throws IOException {
    try (CloudHttp2SolrClient cloud = client.newCloudClientBuilder(zkHost()).build()) {
      cloud.connect();
      List<Replica> leaders = new ArrayList<>();
      for (Slice slice :
          ZkStateReader.from(cloud)
              .getClusterState()
              .getCollection(collection())
              .getActiveSlices()) {
        if (slice.getLeader() == null) {
          throw new IllegalStateException(
              TextFormat.of("%s of %s has no leader", slice.getName(), collection()));
        }
        leaders.add(slice.getLeader());
      }
      return leaders;
    }
  }
}
