package io.streambench.strategy;

import java.util.Optional;
import org.apache.solr.client.solrj.jetty.HttpJettySolrClient;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;

/** Gives access to the Jetty client inside a client of Solr 10. */
public final class SolrHttpClientAccess {
  private SolrHttpClientAccess() {}

  public static HttpClient of(HttpJettySolrClient client) {
    return client.getHttpClient();
  }

  /** Returns the HTTP/2 client inside a Jetty client; empty for HTTP/1.1. */
  public static Optional<HTTP2Client> http2Of(HttpClient client) {
    return client.getTransport() instanceof HttpClientTransportOverHTTP2 http2
        ? Optional.of(http2.getHTTP2Client())
        : Optional.empty();
  }
}
