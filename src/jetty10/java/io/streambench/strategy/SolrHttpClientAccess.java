package io.streambench.strategy;

import java.lang.reflect.Method;
import java.util.Optional;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.impl.HttpClientBuilderFactory;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.http.HttpClientTransportOverHTTP2;

/** Gives access to the Jetty client inside a Solr client, and creates client factories. */
public final class SolrHttpClientAccess {
  private SolrHttpClientAccess() {}

  /** Returns the Jetty client. Uses reflection, because Solr 9's getter is package-private. */
  public static HttpClient of(Http2SolrClient solr) {
    try {
      Method method = Http2SolrClient.class.getDeclaredMethod("getHttpClient");
      method.setAccessible(true);
      return (HttpClient) method.invoke(solr);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "this Solr's Http2SolrClient has no getHttpClient(): streambench knows Solr 9.8 to 9.10",
          e);
    }
  }

  /** Returns the HTTP/2 client inside a Jetty client; empty for HTTP/1.1. */
  public static Optional<HTTP2Client> http2Of(HttpClient client) {
    return client.getTransport() instanceof HttpClientTransportOverHTTP2 transport
        ? Optional.of(transport.getHTTP2Client())
        : Optional.empty();
  }

  /**
   * Creates the client factory that the user has configured.
   *
   * @param name the factory's class name, or null
   * @return the factory, or null if {@code name} is null
   */
  public static HttpClientBuilderFactory factory(String name) {
    if (name == null) {
      return null;
    }
    try {
      return Class.forName(name)
          .asSubclass(HttpClientBuilderFactory.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make the client factory " + name, e);
    }
  }
}
