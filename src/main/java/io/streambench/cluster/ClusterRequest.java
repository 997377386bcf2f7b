package io.streambench.cluster;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.streambench.config.ClusterSettings;
import io.streambench.config.DocumentSettings;
import io.streambench.config.HttpVersion;
import io.streambench.config.RecvWindow;
import io.streambench.config.StreamingSettings;
import io.streambench.config.TransportSettings;
import java.util.OptionalInt;

/**
 * All that a cluster in a process of its own depends on; runs that agree in it share one. Of the
 * HTTP settings these are the ones that act inside the nodes, not the protocol of the client that
 * measures.
 *
 * @param heap the most memory, as {@code -Xmx} takes it
 * @param http1 whether every client in the nodes speaks HTTP/1.1
 * @param streamWindow of the HTTP/2 clients in the nodes, in bytes; null for Jetty's default
 * @param sessionWindow of the same
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ClusterRequest(
    String heap,
    int nodeCount,
    int numShards,
    int numReplicas,
    DocumentSettings documents,
    boolean http1,
    Integer streamWindow,
    Integer sessionWindow) {

  static ClusterRequest of(StreamingSettings settings) {
    ClusterSettings cluster = settings.cluster();
    TransportSettings transport = settings.transport();
    return new ClusterRequest(
        cluster.heap(),
        cluster.nodeCount(),
        cluster.numShards(),
        cluster.numReplicas(),
        settings.documents(),
        transport.http1Everywhere(),
        boxed(transport.streamWindow()),
        boxed(transport.sessionWindow()));
  }

  /** The cluster as the process itself sees it: embedded. */
  ClusterSettings cluster() {
    return ClusterSettings.embedded(nodeCount, numShards, numReplicas);
  }

  TransportSettings transport() {
    return new TransportSettings(
        http1 ? HttpVersion.HTTP_1_1 : HttpVersion.HTTP_2,
        http1,
        window(streamWindow),
        window(sessionWindow));
  }

  private static Integer boxed(RecvWindow window) {
    return window.bytes().isPresent() ? window.bytes().getAsInt() : null;
  }

  private static RecvWindow window(Integer bytes) {
    return bytes == null
        ? RecvWindow.ofDefault()
        : new RecvWindow(OptionalInt.of(bytes), RecvWindow.Origin.PARAMETER);
  }
}
