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
 * @param timings the nodes' part of each request's time, reported by the nodes that this project
 *     starts
 */
public record OwnClient(SolrJettyClient solr, HttpClientKind reading, ServerTimings timings)
    implements AutoCloseable {
  /** Creates a cache of clients for streams, which the caller must close. */
  public SolrClientCache streams() {
    return solr.newStreamCache(reading);
  }

  /**
   * Creates a builder for a client of the whole cluster that uses this client's connections and
   * never closes them.
   */
  public CloudHttp2SolrClient.Builder cloud(String zkHost) {
    return new CloudHttp2SolrClient.Builder(List.of(zkHost), Optional.empty())
        .withHttpClient(solr.solr());
  }

  /** Sends a request to the node at {@code baseUrl} rather than to the leader of a shard. */
  public <R extends SolrResponse> R request(
      String baseUrl, String collection, SolrRequest<R> request)
      throws SolrServerException, IOException {
    return solr.request(baseUrl, collection, request);
  }

  /** The settings that are in effect on this client. */
  public EffectiveSettings effective() {
    return reading == HttpClientKind.JDK
        ? EffectiveSettings.ofJdk()
        : EffectiveSettings.of(solr.jetty());
  }

  /** The number of open connections to all nodes together. */
  public int openConnections() {
    return openConnections(solr.jetty());
  }

  static int openConnections(HttpClient client) {
    return client.getContainedBeans(AbstractConnectionPool.class).stream()
        .mapToInt(AbstractConnectionPool::getConnectionCount)
        .sum();
  }

  /** The current use of this client's resources, apart from windows. */
  public ClientResources resources() {
    return ResourceGauge.of(solr);
  }

  /** Jetty's own dump of this client, including settings and connections. */
  public String dump() {
    return solr.jetty().dump();
  }

  /**
   * Closes every connection at once. An ordinary close first reads each response, which may never
   * end.
   */
  public void abort() throws Exception {
    solr.jetty().stop();
  }

  @Override
  public void close() {
    solr.close();
  }
}
