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
   * @param beforeIndexing called before documents are indexed, if there are any to index
   * @return seconds spent on indexing; 0 if there was nothing to index
   */
  double prepare(Runnable beforeIndexing) throws Exception;

  String zkHost();

  /** The name of the collection to read; known after {@link #prepare}. */
  String collection();

  /** The contents that every read must return; known after {@link #prepare}. */
  Contents contents();

  /** Jetty's dumps of the nodes' servers, or the reason why there are none. */
  String serverDump();

  /** The settings in effect on the clients inside the nodes; empty if unknown. */
  default List<EffectiveSettings> nodeClients() {
    return List.of();
  }

  /** The output buffer sizes in effect on the nodes' servers; empty if unknown. */
  default List<NodeOutput> nodeOutputs() {
    return List.of();
  }

  /** The process that runs the nodes, if that is a separate process on this machine. */
  default Optional<ProcessHandle> process() {
    return Optional.empty();
  }

  /** Triggers a garbage collection in the nodes' process; returns the heap bytes used, if known. */
  default OptionalLong nodesHeapBytes() {
    return OptionalLong.empty();
  }

  /** Triggers a garbage collection in this JVM and returns the heap bytes then used. */
  static long heapAfterCollection() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** What this JVM cannot observe of the server side, and why; empty if nothing. */
  default Optional<String> unobservedReason() {
    return Optional.empty();
  }

  /** A fault of the cluster that explains why a read has just failed; empty if there is none. */
  default Optional<String> fault() {
    return Optional.empty();
  }

  String describe();

  /** The leader of each shard, in the order of the shards; throws if a shard has no leader. */
  default List<Replica> leaders(OwnClient client) throws IOException {
    try (CloudHttp2SolrClient cloud = client.cloud(zkHost()).build()) {
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
