package io.streambench.transport;

import io.streambench.config.ConnectionSettings;
import io.streambench.config.HttpVersion;
import io.streambench.config.Text;
import io.streambench.flowcontrol.FlowControlMonitor;
import java.lang.reflect.Method;
import java.util.Optional;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.eclipse.jetty.client.AbstractConnectionPool;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpDestination;
import org.eclipse.jetty.http2.BufferingFlowControlStrategy;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.http.HttpClientTransportOverHTTP2;

/** The Jetty client inside a Solr client. */
final class JettyClient {
  private final HttpClient client;

  private JettyClient(HttpClient client) {
    this.client = client;
  }

  /** Solr 9 gives its Jetty client to its own package only, so this asks by reflection. */
  static JettyClient of(Http2SolrClient solr) {
    try {
      Method method = Http2SolrClient.class.getDeclaredMethod("getHttpClient");
      method.setAccessible(true);
      return new JettyClient((HttpClient) method.invoke(solr));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "this Solr's Http2SolrClient has no getHttpClient(): streambench knows Solr 9.8 to 9.10",
          e);
    }
  }

  HttpClient http() {
    return client;
  }

  /** The HTTP/2 part, if this client speaks HTTP/2. */
  Optional<HTTP2Client> http2() {
    return client.getTransport() instanceof HttpClientTransportOverHTTP2 transport
        ? Optional.of(transport.getHTTP2Client())
        : Optional.empty();
  }

  /**
   * Limits connections and the streams on them. To be called before the first is opened; over
   * HTTP/1.1 a connection has one request at a time whatever is asked.
   */
  void limit(ConnectionSettings settings) {
    settings.perDestination().ifPresent(client::setMaxConnectionsPerDestination);
    if (http2().isPresent() && settings.streamsPerConnection().isPresent()) {
      int streams = settings.streamsPerConnection().getAsInt();
      client
          .getTransport()
          .setConnectionPoolFactory(
              destination ->
                  new SparseConnectionPool(
                      destination, client.getMaxConnectionsPerDestination(), streams));
    }
  }

  /** Connections that are open, to all destinations together. */
  int openConnections() {
    return client.getDestinations().stream()
        .filter(HttpDestination.class::isInstance)
        .map(destination -> ((HttpDestination) destination).getConnectionPool())
        .filter(AbstractConnectionPool.class::isInstance)
        .mapToInt(pool -> ((AbstractConnectionPool) pool).getConnectionCount())
        .sum();
  }

  EffectiveSettings effective() {
    return http2()
        .map(
            http2 ->
                new EffectiveSettings(
                    HttpVersion.HTTP_2,
                    http2.getInitialStreamRecvWindow(),
                    http2.getInitialSessionRecvWindow(),
                    describe(http2.getFlowControlStrategyFactory()),
                    client.getMaxConnectionsPerDestination()))
        .orElseGet(
            () ->
                new EffectiveSettings(
                    HttpVersion.HTTP_1_1, 0, 0, "", client.getMaxConnectionsPerDestination()));
  }

  private static String describe(FlowControlStrategy.Factory factory) {
    FlowControlStrategy strategy = FlowControlMonitor.unobserved(factory).newFlowControlStrategy();
    return strategy instanceof BufferingFlowControlStrategy buffering
        ? Text.of("%s ratio %s", strategy.getClass().getSimpleName(), buffering.getBufferRatio())
        : strategy.getClass().getSimpleName();
  }
}
