package io.streambench.bench.transport;

import io.streambench.bench.settings.HttpClientKind;
import io.streambench.flow.rule.ClientResources;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.SolrResponse;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.client.solrj.io.SolrClientCache;
import org.eclipse.jetty.client.AbstractConnectionPool;
import org.eclipse.jetty.client.HttpClient;

/**
 * A Solr client that does not belong to a node.
 *
 * @param timings the time that each request takes in its node, as reported by nodes that this
 *     project starts
 */
public record OwnClient(
    SolrJettyClient solr, HttpClientKind readingClientKind, ServerTimings timings)
    implements AutoCloseable {
  /** Creates a cache of clients that read streams. The caller must close the cache. */
  public SolrClientCache newStreamCache() {
    return solr.newStreamCache(readingClientKind);
  }

  /**
   * Creates a builder for a client of the whole cluster. The new client uses the connections of
   * this client, and does not close them.
   */
  public CloudHttp2SolrClient.Builder newCloudClientBuilder(String zkHost) {
    return new CloudHttp2SolrClient.Builder(List.of(zkHost), Optional.empty())
        .withHttpClient(solr.solr());
  }

  /** Sends a request to the node at {@code baseUrl} rather than to the leader of a shard. */
  public <R extends SolrResponse> R request(
      String baseUrl, String collection, SolrRequest<R> request)
      throws SolrServerException, IOException {
    return solr.request(baseUrl, collection, request);
  }

  /** Returns the effective settings of this client. */
  public EffectiveSettings effectiveSettings() {
    return readingClientKind == HttpClientKind.JDK
        ? EffectiveSettings.ofJdk()
        : EffectiveSettings.of(solr.jetty());
  }

  /** Returns the number of open connections to all nodes. */
  public int openConnections() {
    return openConnections(solr.jetty());
  }

  static int openConnections(HttpClient client) {
    return client.getContainedBeans(AbstractConnectionPool.class).stream()
        .mapToInt(AbstractConnectionPool::getConnectionCount)
        .sum();
  }

  /** Returns the current use of this client's streams, request permits and direct memory. */
  public ClientResources resources() {
    return ResourceGauge.of(solr);
  }

  /** Returns Jetty's dump of this client, including settings and connections. */
  public String dump() {
    return solr.jetty().dump();
  }

  /**
   * Closes all connections immediately. {@link #close} would first read all responses to the end,
   * which may take forever.
   */
  public void abort() throws Exception {
    solr.jetty().stop();
  }

  @Override
  public void close() {
    solr.close();
  }
}
