package io.streambench.transport;

import io.streambench.config.FlowControlSettings;
import java.io.IOException;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.stream.Collectors;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.impl.HttpClientBuilderFactory;
import org.apache.solr.client.solrj.impl.SolrHttpClientBuilder;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http2.client.HTTP2Client;

/**
 * The repair, for any client or node of Solr 9.8 to 9.10, without this project's benchmarks: named
 * in {@code solr.httpclient.builder.factory}, it has every HTTP/2 client of the JVM give credit for
 * a session back when data arrives, so that streams which nobody reads stall no other. {@code
 * -Dstreambench.flowControl=} names another strategy, {@code -Dsolr.http2.initialStreamRecvWindow=}
 * and {@code -Dsolr.http2.initialSessionRecvWindow=} other windows. A factory that was named before
 * goes into {@value #NEXT_PROPERTY} and still gets every client.
 *
 * @see io.streambench.flowcontrol.OnReceiptFlowControl
 */
public final class StallFreeClientFactory implements HttpClientBuilderFactory {
  /** Names another factory that is to see every client. */
  public static final String NEXT_PROPERTY = "streambench.nextClientFactory";

  /** Of all factories: Solr makes one for each client, those that share another's included. */
  private static final Set<HttpClient> KNOWN =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private final FlowControlSettings settings;
  private final HttpClientBuilderFactory next;

  /**
   * Called by Solr.
   *
   * @throws io.streambench.config.SettingException if a property cannot be used
   */
  public StallFreeClientFactory() {
    this.settings =
        FlowControlSettings.ofProperties(
            System.getProperties().stringPropertyNames().stream()
                .collect(Collectors.toMap(name -> name, System::getProperty)));
    this.next = SolrsHttpClient.factory(System.getProperty(NEXT_PROPERTY));
  }

  @Override
  public SolrHttpClientBuilder getHttpClientBuilder(SolrHttpClientBuilder builder) {
    return next == null ? builder : next.getHttpClientBuilder(builder);
  }

  /** Called again for a client that shares another's connections, which is set up already. */
  @Override
  public void setup(Http2SolrClient client) {
    HttpClient http = SolrsHttpClient.of(client);
    if (KNOWN.add(http)) {
      if (next != null) {
        next.setup(client);
      }
      SolrsHttpClient.http2(http).ifPresent(this::repair);
    }
  }

  private void repair(HTTP2Client http2) {
    ClientFlowControl.setWindows(http2, settings);
    http2.setFlowControlStrategyFactory(
        ClientFlowControl.strategies(settings, http2.getFlowControlStrategyFactory()));
  }

  @Override
  public void close() throws IOException {
    if (next != null) {
      next.close();
    }
  }
}
