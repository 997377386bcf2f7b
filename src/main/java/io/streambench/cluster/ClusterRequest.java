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
import io.streambench.config.TransportSettings;
import java.util.OptionalInt;

/**
 * All that a cluster in a process of its own depends on; runs that agree in it share one. Of the
 * HTTP settings there is only {@code solr.http1}: windows are those of the client that measures,
 * and the clients in the nodes, which have no part in a reading, keep Jetty's.
 *
 * @param heap the most memory, as {@code -Xmx} takes it
 * @param placement which shard holds which documents
 * @param http1 whether every client in the nodes speaks HTTP/1.1
 * @param maxConcurrentStreams that a node lets a session have open; null for Jetty's limit
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
    Integer maxConcurrentStreams) {

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
        streams.isPresent() ? streams.getAsInt() : null);
  }

  /** The cluster as the process itself sees it: embedded. */
  ClusterSettings cluster() {
    return ClusterSettings.embedded(nodeCount, numShards, numReplicas, placement);
  }

  TransportSettings transport() {
    return new TransportSettings(
        http1 ? HttpVersion.HTTP_1_1 : HttpVersion.HTTP_2,
        http1,
        FlowControlSettings.ofDefault(),
        new ConnectionSettings(
            OptionalInt.empty(),
            OptionalInt.empty(),
            maxConcurrentStreams == null
                ? OptionalInt.empty()
                : OptionalInt.of(maxConcurrentStreams)),
        Distance.NONE);
  }
}
