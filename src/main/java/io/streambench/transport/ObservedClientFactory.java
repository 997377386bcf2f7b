package io.streambench.transport;

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
    String name = SolrTransport.current().map(SolrTransport::previousFactory).orElse(null);
    this.previous = name == null ? null : instance(name);
  }

  private static HttpClientBuilderFactory instance(String name) {
    try {
      return Class.forName(name)
          .asSubclass(HttpClientBuilderFactory.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make the client factory " + name, e);
    }
  }

  @Override
  public SolrHttpClientBuilder getHttpClientBuilder(SolrHttpClientBuilder builder) {
    return previous == null ? builder : previous.getHttpClientBuilder(builder);
  }

  @Override
  public void setup(Http2SolrClient client) {
    if (previous != null) {
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
