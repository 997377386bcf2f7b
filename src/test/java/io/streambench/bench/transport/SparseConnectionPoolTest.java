package io.streambench.bench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.Role;
import io.streambench.flow.recording.FlowControlMonitor;
import io.streambench.flow.recording.FlowControlMonitor.SessionSharing;
import io.streambench.flow.recording.H2cServer;
import org.junit.jupiter.api.Test;

/** Tests the connection pool over real connections. */
class SparseConnectionPoolTest {
  private static final int WINDOW = 65_535;
  private static final int UNFINISHED = 1_000_000;

  private final FlowControlMonitor monitor = new FlowControlMonitor();

  private SessionSharing sharingAfter(int requests, int connections, int streams) throws Exception {
    try (H2cServer server = new H2cServer(monitor, WINDOW, WINDOW, UNFINISHED)) {
      server
          .client()
          .getTransport()
          .setConnectionPoolFactory(
              destination -> new SparseConnectionPool(destination, connections, streams));
      for (int i = 0; i < requests; i++) {
        server.request();
      }
      return monitor.sharing(owner -> owner.role() == Role.CLIENT);
    }
  }

  @Test
  void opensNextConnectionAtStreamLimit() throws Exception {
    SessionSharing sharing = sharingAfter(6, 8, 2);
    assertThat(sharing.maxStreamsPerSession()).isEqualTo(2);
    assertThat(sharing.sessionCount()).isBetween(3, 4);
  }

  @Test
  void usesOneConnectionBelowStreamLimit() throws Exception {
    SessionSharing sharing = sharingAfter(1, 8, 100);
    assertThat(sharing.sessionCount()).isEqualTo(1);
    assertThat(sharingAfter(3, 8, 100).maxStreamsPerSession()).isEqualTo(3);
  }
}
