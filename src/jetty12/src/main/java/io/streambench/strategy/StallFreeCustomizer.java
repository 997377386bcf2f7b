package io.streambench.strategy;

import org.apache.solr.client.solrj.impl.SolrClientCustomizer;
import org.apache.solr.client.solrj.jetty.HttpJettySolrClient;
import org.eclipse.jetty.client.HttpClientTransport;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;

/**
 * The repair for Solr 10: {@code -Dsolr.solrj.http.jetty.customizer=} and the name of this class.
 * Solr calls it in each constructor of a client, also for clients that share another one's
 * transport: that one is set up once. A client over HTTP/1.1 stays as it is.
 */
public final class StallFreeCustomizer implements SolrClientCustomizer<HttpJettySolrClient> {
  @Override
  public void setup(HttpJettySolrClient client) {
    try {
      HttpClientTransport transport = client.getHttpClient().getTransport();
      if (transport instanceof HttpClientTransportOverHTTP2) {
        StallFree.configure(((HttpClientTransportOverHTTP2) transport).getHTTP2Client());
      }
    } catch (RuntimeException | LinkageError e) { // another SolrJ or Jetty
      StallFree.off(e);
    }
  }
}
