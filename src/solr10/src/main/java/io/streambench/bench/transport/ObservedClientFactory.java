package io.streambench.bench.transport;

import org.apache.solr.client.solrj.impl.SolrClientCustomizer;
import org.apache.solr.client.solrj.jetty.HttpJettySolrClient;

/**
 * A customizer that Solr 10 calls for every new client. The customizer passes each client to the
 * user's own customizer, if there is one, and then to the open {@link SolrTransport}.
 */
public final class ObservedClientFactory implements SolrClientCustomizer<HttpJettySolrClient> {
  static final String PROPERTY = HttpJettySolrClient.CLIENT_CUSTOMIZER_SYSPROP;

  private final SolrClientCustomizer<HttpJettySolrClient> previous;

  public ObservedClientFactory() {
    previous =
        SolrTransport.current()
            .map(SolrTransport::previousFactory)
            .map(ObservedClientFactory::createCustomizer)
            .orElse(null);
  }

  @SuppressWarnings("unchecked")
  private static SolrClientCustomizer<HttpJettySolrClient> createCustomizer(String name) {
    try {
      return (SolrClientCustomizer<HttpJettySolrClient>)
          Class.forName(name).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make the client customizer " + name, e);
    }
  }

  /** Configures a client. Called by each constructor, even if clients share connections. */
  @Override
  public void setup(HttpJettySolrClient client) {
    if (previous != null) {
      previous.setup(client);
    }
    SolrTransport.current().ifPresent(transport -> transport.configure(client.getHttpClient()));
  }
}
