package io.streambench.cluster;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.streambench.config.ClusterNeeds;
import io.streambench.config.ClusterSettings;
import io.streambench.config.ConnectionSettings;
import io.streambench.config.Distance;
import io.streambench.config.DocumentPlacement;
import io.streambench.config.DocumentSettings;
import io.streambench.config.FlowControlSettings;
import io.streambench.config.HttpVersion;
import io.streambench.config.NodeOutput;
import io.streambench.config.RecoverySettings;
import io.streambench.config.TransportSettings;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * All that a cluster in a process of its own depends on; runs that agree in it share one. Of the
 * HTTP settings there is only {@code solr.http1}: windows are those of the client that measures,
 * and the clients in the nodes, which have no part in a reading, keep Jetty's. Where nodes are
 * measured themselves, {@link MeasuredNode} has the rest.
 *
 * @param heap the most memory, as {@code -Xmx} takes it
 * @param placement which shard holds which documents
 * @param http1 whether every client in the nodes speaks HTTP/1.1
 * @param maxConcurrentStreams that a node lets a session have open; null for Jetty's limit
 * @param output buffers of the nodes' servers
 * @param measured null where only a client is measured
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ClusterRequest(
    String heap,
    int nodeCount,
    int numShards,
    int numReplicas,
    DocumentPlacement placement,
    DocumentSettings documents,
    boolean http1,
    Integer maxConcurrentStreams,
    NodeOutput output,
    MeasuredNode measured) {

  static ClusterRequest of(ClusterNeeds settings) {
    ClusterSettings cluster = settings.cluster();
    OptionalInt streams = settings.transport().connections().maxConcurrentStreams();
    return new ClusterRequest(
        cluster.heap(),
        cluster.nodeCount(),
        cluster.numShards(),
        cluster.numReplicas(),
        cluster.placement(),
        settings.documents(),
        settings.transport().http1Everywhere(),
        streams.isPresent() ? streams.getAsInt() : null,
        settings.transport().output(),
        settings.joinedFrom().map(MeasuredNode::leading).orElse(null));
  }

  /**
   * The request for a node that joins a cluster.
   *
   * @param zkHost of that cluster, with its chroot
   */
  static ClusterRequest joining(String zkHost, RecoverySettings settings) {
    return new ClusterRequest(
        settings.cluster().heap(),
        1,
        settings.cluster().numShards(),
        1,
        settings.cluster().placement(),
        settings.documents(),
        settings.protocol() == HttpVersion.HTTP_1_1,
        null,
        NodeOutput.DEFAULT,
        MeasuredNode.joining(zkHost, settings.flowControl()));
  }

  /** ZooKeeper of the cluster that a node joins; empty for a cluster. */
  Optional<String> joins() {
    return Optional.ofNullable(measured).map(MeasuredNode::joins);
  }

  /** The distance to a node that joins; empty where none does. */
  Optional<Distance> joinedFrom() {
    return Optional.ofNullable(measured).map(MeasuredNode::distance);
  }

  /** The cluster as the process itself sees it: embedded. */
  ClusterSettings cluster() {
    return ClusterSettings.embedded(nodeCount, numShards, numReplicas, placement);
  }

  /**
   * The wiring of the process. Nodes that are measured are filled over HTTP/1.1, whatever they
   * speak afterwards: a server's windows are small, and they may be far away.
   */
  TransportSettings transport() {
    return new TransportSettings(
        http1 || measured != null ? HttpVersion.HTTP_1_1 : HttpVersion.HTTP_2,
        http1,
        measured == null ? FlowControlSettings.ofDefault() : measured.flowControl(),
        new ConnectionSettings(
            OptionalInt.empty(),
            OptionalInt.empty(),
            maxConcurrentStreams == null
                ? OptionalInt.empty()
                : OptionalInt.of(maxConcurrentStreams)),
        Distance.NONE,
        output);
  }
}
