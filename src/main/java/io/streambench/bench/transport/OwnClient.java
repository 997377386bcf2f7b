package io.streambench.bench.transport;

import io.streambench.bench.settings.HttpClientKind;
import io.streambench.flow.rule.ClientResources;
import java.io.IOException;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.SolrResponse;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.client.solrj.io.SolrClientCache;
import org.eclipse.jetty.client.AbstractConnectionPool;
import org.eclipse.jetty.client.HttpClient;

/**
 * A Solr client that is not a node's.
 *
 * @param jetty the client under it
 * @param timings the times that nodes tell of their part in a request; our nodes do
 */
public record OwnClient(
    SolrJettyClient solr, HttpClient jetty, HttpClientKind reading, ServerTimings timings)
    implements AutoCloseable {
  /** New clients for streams; the caller closes them. */
  public SolrClientCache streams() {
    return solr.newStreamCache(reading);
  }

  /** A builder of a client for a whole cluster over these connections, which it never closes. */
  public CloudHttp2SolrClient.Builder cloud(String zkHost) {
    return solr.cloudBuilder(zkHost);
  }

  /** Sends a request to a node rather than to the leader of a shard. */
  public <R extends SolrResponse> R request(
      String baseUrl, String collection, SolrRequest<R> request)
      throws SolrServerException, IOException {
    return solr.request(baseUrl, collection, request);
  }

  /** The settings that are really in effect. */
  public EffectiveSettings effective() {
    return reading == HttpClientKind.JDK ? EffectiveSettings.ofJdk() : EffectiveSettings.of(jetty);
  }

  /** Connections that are open, to all nodes together. */
  public int openConnections() {
    return openConnections(jetty);
  }

  static int openConnections(HttpClient client) {
    return client.getContainedBeans(AbstractConnectionPool.class).stream()
        .mapToInt(AbstractConnectionPool::getConnectionCount)
        .sum();
  }

  /** The resources of this client apart from windows, at this moment. */
  public ClientResources resources() {
    return ResourceGauge.of(solr);
  }

  /** Jetty's own dump of this client, settings and connections included. */
  public String dump() {
    return jetty.dump();
  }

  /** Cuts every connection; the ordinary way reads each response first, and never ends. */
  public void abort() throws Exception {
    jetty.stop();
  }

  @Override
  public void close() {
    solr.close();
  }
}
