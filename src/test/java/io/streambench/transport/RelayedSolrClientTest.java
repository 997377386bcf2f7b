package io.streambench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.config.Distance;
import io.streambench.recording.FlowControlMonitor;
import io.streambench.recording.H2cServer;
import io.streambench.transport.relay.RelayedAddresses;
import io.streambench.transport.relay.Relays;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.eclipse.jetty.client.HttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RelayedSolrClientTest {
  private static final int WINDOW = 1_000_000;
  private static final long RTT_MILLIS = 30;

  @Test
  void aClientAsSolrMakesItGoesTheLongWay() throws Exception {
    try (Relays relays = new Relays(Distance.ofMillis(RTT_MILLIS));
        H2cServer server = new H2cServer(new FlowControlMonitor(), WINDOW, WINDOW, 1);
        Http2SolrClient solr = new Http2SolrClient.Builder().build()) {
      HttpClient client = JettyClient.of(solr).http();
      RelayedAddresses.install(client, relays);
      long beginNanos = System.nanoTime();
      client.GET("http://127.0.0.1:" + server.port());
      assertThat(System.nanoTime() - beginNanos).isGreaterThanOrEqualTo(RTT_MILLIS * 1_000_000);
    }
  }
}
