package io.streambench.bench.cluster;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.streambench.bench.settings.ClusterRequirements;
import io.streambench.bench.settings.ClusterSettings;
import io.streambench.bench.settings.Distance;
import io.streambench.bench.settings.DocumentPlacement;
import io.streambench.bench.settings.DocumentSettings;
import io.streambench.bench.settings.FlowControlSettings;
import io.streambench.bench.settings.HttpVersion;
import io.streambench.bench.settings.NodeOutput;
import io.streambench.bench.settings.RecoverySettings;
import io.streambench.bench.settings.SolrReleaseLine;
import io.streambench.bench.settings.TransportSettings;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The settings of a process that runs a cluster or a node that joins a cluster. Runs with equal
 * requests share a cluster. Receive windows are settings of a client, so a cluster's request
 * contains none.
 *
 * @param maxConcurrentStreams maximum open streams per session of a node; 0 for Jetty's limit
 * @param joiningNodeDistance network distance to the node that will join this cluster; null if no
 *     node will join
 * @param joinedZkHost ZooKeeper address of the cluster that this node joins; null for a cluster
 * @param recoveryParameters benchmark parameters of a joining node; null for a cluster
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ClusterRequest(
    SolrReleaseLine solr,
    String heap,
    int nodeCount,
    int numShards,
    int numReplicas,
    DocumentPlacement placement,
    DocumentSettings documents,
    boolean http1,
    int maxConcurrentStreams,
    NodeOutput output,
    Distance joiningNodeDistance,
    String joinedZkHost,
    Map<String, String> recoveryParameters)
    implements ClusterRequirements {
  /** Returns the request for the cluster that a run with these settings needs. */
  public static ClusterRequest of(ClusterRequirements settings) {
    ClusterSettings cluster = settings.cluster();
    return new ClusterRequest(
        cluster.solr(),
        cluster.heap(),
        cluster.nodeCount(),
        cluster.numShards(),
        cluster.numReplicas(),
        cluster.placement(),
        settings.documents(),
        settings.transport().isHttp1Everywhere(),
        settings.transport().connections().maxConcurrentStreams().orElse(0),
        settings.transport().nodeOutput(),
        settings.distanceToJoiningNode().orElse(null),
        null,
        null);
  }

  static ClusterRequest forJoiningNode(String zkHost, String heap, Map<String, String> parameters) {
    RecoverySettings settings = RecoverySettings.of(parameters, Map.of());
    return new ClusterRequest(
        SolrReleaseLine.SOLR_9,
        heap,
        1,
        settings.cluster().numShards(),
        1,
        settings.cluster().placement(),
        settings.documents(),
        settings.protocol() == HttpVersion.HTTP_1_1,
        0,
        NodeOutput.DEFAULT,
        null,
        zkHost,
        parameters);
  }

  @Override
  public Optional<Distance> distanceToJoiningNode() {
    return Optional.ofNullable(joiningNodeDistance);
  }

  /** Returns the settings with which the cluster's own process starts an embedded cluster. */
  @Override
  public ClusterSettings cluster() {
    return ClusterSettings.embedded(nodeCount, numShards, numReplicas, placement);
  }

  /**
   * Returns the transport settings for the cluster's own process. If a node will join the cluster,
   * documents are indexed over HTTP/1.1, because the HTTP/2 receive windows of servers are small.
   */
  @Override
  public TransportSettings transport() {
    return TransportSettings.of(
        http1 || joinedZkHost != null || joiningNodeDistance != null
            ? HttpVersion.HTTP_1_1
            : HttpVersion.HTTP_2,
        http1,
        recoveryParameters == null
            ? FlowControlSettings.ofDefault()
            : RecoverySettings.of(recoveryParameters, Map.of()).flowControl(),
        maxConcurrentStreams == 0 ? OptionalInt.empty() : OptionalInt.of(maxConcurrentStreams),
        output);
  }
}
