package io.streambench.cluster;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.streambench.config.ClusterSettings;
import io.streambench.config.DocumentSettings;
import io.streambench.config.HttpVersion;
import io.streambench.config.RecvWindow;
import io.streambench.config.StreamingSettings;
import io.streambench.config.TransportSettings;

/**
 * All that a cluster in a process of its own depends on; runs that agree in it share one. Of the
 * HTTP settings there is only {@code solr.http1}: windows are those of the client that measures,
 * and the clients in the nodes, which have no part in a reading, keep Jetty's.
 *
 * @param heap the most memory, as {@code -Xmx} takes it
 * @param http1 whether every client in the nodes speaks HTTP/1.1
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ClusterRequest(
    String heap,
    int nodeCount,
    int numShards,
    int numReplicas,
    DocumentSettings documents,
    boolean http1) {

  static ClusterRequest of(StreamingSettings settings) {
    ClusterSettings cluster = settings.cluster();
    return new ClusterRequest(
        cluster.heap(),
        cluster.nodeCount(),
        cluster.numShards(),
        cluster.numReplicas(),
        settings.documents(),
        settings.transport().http1Everywhere());
  }

  /** The cluster as the process itself sees it: embedded. */
  ClusterSettings cluster() {
    return ClusterSettings.embedded(nodeCount, numShards, numReplicas);
  }

  TransportSettings transport() {
    return new TransportSettings(
        http1 ? HttpVersion.HTTP_1_1 : HttpVersion.HTTP_2,
        http1,
        RecvWindow.ofDefault(),
        RecvWindow.ofDefault());
  }
}
