package io.streambench.strategy;

import org.apache.solr.client.solrj.impl.SolrClientCustomizer;
import org.apache.solr.client.solrj.jetty.HttpJettySolrClient;
import org.eclipse.jetty.client.HttpClientTransport;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;

/**
 * The stall repair for Solr 10, enabled by the system property {@code
 * solr.solrj.http.jetty.customizer} with the name of this class. Solr calls this class for every
 * new client. HTTP/1.1 clients stay unchanged.
 */
public final class StallFreeCustomizer implements SolrClientCustomizer<HttpJettySolrClient> {
  @Override
  public void setup(HttpJettySolrClient client) {
    try {
      HttpClientTransport transport = client.getHttpClient().getTransport();
      if (transport instanceof HttpClientTransportOverHTTP2) {
        StallFree.configure(((HttpClientTransportOverHTTP2) transport).getHTTP2Client());
      }
    } catch (RuntimeException | LinkageError e) { // an unsupported SolrJ or Jetty
      StallFree.logRepairOff(e);
    }
  }
}
