package io.streambench.transport;

import io.streambench.strategy.SolrsHttpClient;
import java.io.IOException;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.impl.HttpClientBuilderFactory;
import org.apache.solr.client.solrj.impl.SolrHttpClientBuilder;

/**
 * The hook that Solr calls for every client it makes, by the name in {@code
 * solr.httpclient.builder.factory}. Hands each to the factory that was named there before, if any,
 * and then to the open {@link SolrTransport}.
 */
public final class ObservedClientFactory implements HttpClientBuilderFactory {
  private final HttpClientBuilderFactory previous;

  /** Called by Solr. */
  public ObservedClientFactory() {
    this.previous =
        SolrsHttpClient.factory(
            SolrTransport.current().map(SolrTransport::previousFactory).orElse(null));
  }

  @Override
  public SolrHttpClientBuilder getHttpClientBuilder(SolrHttpClientBuilder builder) {
    return previous == null ? builder : previous.getHttpClientBuilder(builder);
  }

  /**
   * Called for every request, too, for which Solr makes a client that shares another's connections.
   * Set up once more, these would forget what they have learned: with basic authentication the
   * first answer of a node is 401, and only the answers after that are known beforehand.
   */
  @Override
  public void setup(Http2SolrClient client) {
    boolean isNew = SolrTransport.current().map(transport -> transport.isNew(client)).orElse(true);
    if (previous != null && isNew) {
      previous.setup(client);
    }
    SolrTransport.current().ifPresent(transport -> transport.configure(client));
  }

  @Override
  public void close() throws IOException {
    if (previous != null) {
      previous.close();
    }
  }
}
