package io.streambench.bench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.settings.Parameters;
import io.streambench.bench.settings.StreamingSettings;
import io.streambench.flow.window.FlowControlKind;
import io.streambench.flow.window.ReceiveWindow;
import io.streambench.strategy.StallFreeClientFactory;
import java.util.Map;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the effective settings of real Solr clients, without a node. */
class SolrTransportTest {
  @AfterEach
  void clearFactoryProperty() {
    System.clearProperty(ObservedClientFactory.PROPERTY);
  }

  private static SolrTransport openTransport() {
    return SolrTransport.open(StreamingSettings.of(Parameters.with(), Map.of()).transport());
  }

  @Test
  void defaultWindowsMatchJetty() {
    try (SolrTransport transport = openTransport();
        OwnClient client = transport.newClient(SolrTransport.BENCHMARK_CLIENT)) {
      assertThat(client.effectiveSettings().streamWindow())
          .isEqualTo(ReceiveWindow.JETTY_STREAM_BYTES);
      assertThat(client.effectiveSettings().sessionWindow())
          .isEqualTo(ReceiveWindow.JETTY_SESSION_BYTES);
      assertThat(client.effectiveSettings().describe()).doesNotContain("input buffer");
    }
  }

  @Test
  void chosenBufferAndFrameSizesAreEffective() {
    Map<String, String> chosen =
        Parameters.with("inputBufferSize", "65536", "maxFrameSize", "32768");
    try (SolrTransport transport =
            SolrTransport.open(StreamingSettings.of(chosen, Map.of()).transport());
        OwnClient client = transport.newClient(SolrTransport.BENCHMARK_CLIENT)) {
      assertThat(client.effectiveSettings().inputBufferSize()).isEqualTo(65_536);
      assertThat(client.effectiveSettings().maxFrameSize()).isEqualTo(32_768);
      assertThat(client.effectiveSettings().describe()).contains("input buffer 64 KiB");
    }
  }

  @Test
  void repairIsEffectiveInNodeClients() {
    System.setProperty(ObservedClientFactory.PROPERTY, StallFreeClientFactory.class.getName());
    try (SolrTransport transport = openTransport()) {
      new Http2SolrClient.Builder().build().close(); // as a node creates its own clients
      assertThat(transport.nodeClients())
          .singleElement()
          .extracting(EffectiveSettings::kind)
          .isEqualTo(FlowControlKind.MEMORY_BOUND);
    }
  }
}
