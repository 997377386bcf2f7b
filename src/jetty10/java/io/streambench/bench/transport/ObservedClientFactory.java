package io.streambench.bench.transport;

import io.streambench.strategy.SolrHttpClientAccess;
import java.io.IOException;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.impl.HttpClientBuilderFactory;
import org.apache.solr.client.solrj.impl.SolrHttpClientBuilder;
import org.eclipse.jetty.client.HttpClient;

/**
 * A factory that Solr 9 calls for every client that it creates. Passes each client to the
 * previously configured factory, if any, and then to the open {@link SolrTransport}.
 */
public final class ObservedClientFactory implements HttpClientBuilderFactory {
  /** The system property of Solr 9 that names the client factory. */
  static final String PROPERTY = "solr.httpclient.builder.factory";

  private final HttpClientBuilderFactory previous;

  public ObservedClientFactory() {
    this.previous =
        SolrHttpClientAccess.factory(
            SolrTransport.current().map(SolrTransport::previousFactory).orElse(null));
  }

  @Override
  public SolrHttpClientBuilder getHttpClientBuilder(SolrHttpClientBuilder builder) {
    return previous == null ? builder : previous.getHttpClientBuilder(builder);
  }

  /**
   * Configures a client. Calls the previous factory only once per client, because a second call
   * would remove the authentication of the client.
   */
  @Override
  public void setup(Http2SolrClient client) {
    HttpClient jetty = SolrHttpClientAccess.of(client);
    boolean isNew =
        SolrTransport.current().map(transport -> transport.addIfUnknown(jetty)).orElse(true);
    if (previous != null && isNew) {
      previous.setup(client);
    }
    SolrTransport.current().ifPresent(transport -> transport.configure(jetty));
  }

  @Override
  public void close() throws IOException {
    if (previous != null) {
      previous.close();
    }
  }
}
