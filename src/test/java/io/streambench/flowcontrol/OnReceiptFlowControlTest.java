package io.streambench.flowcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.analysis.SessionState;
import io.streambench.eventlog.Role;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Over a real connection. */
@Timeout(60)
class OnReceiptFlowControlTest {
  private static final int SESSION_WINDOW = 200_000;
  private static final int STREAM_WINDOW = 150_000;
  private static final int RESPONSE = 1_000_000;

  private final FlowControlMonitor monitor = new FlowControlMonitor();

  private H2cServer server() throws Exception {
    return new H2cServer(
        monitor, SESSION_WINDOW, STREAM_WINDOW, RESPONSE, OnReceiptFlowControl::new);
  }

  private List<SessionState> client() {
    return monitor.sessions(owner -> owner.role() == Role.CLIENT);
  }

  @Test
  void streamsThatNobodyReadsDoNotKeepAnotherFromItsEnd() throws Exception {
    try (H2cServer server = server()) {
      server.request();
      server.request();
      try (InputStream read = server.request()) {
        assertThat(read.readAllBytes()).hasSize(RESPONSE);
      }
      assertThat(client())
          .singleElement()
          .satisfies(
              session -> {
                assertThat(session.exhausted()).isFalse();
                assertThat(session.unreadBytes()).isLessThanOrEqualTo(2L * STREAM_WINDOW);
              });
    }
  }

  @Test
  void manyResponsesOneAfterTheOtherNeverUseUpTheSession() throws Exception {
    try (H2cServer server = server()) {
      for (int i = 0; i < 20; i++) {
        try (InputStream read = server.request()) {
          assertThat(read.readAllBytes()).hasSize(RESPONSE);
        }
      }
      assertThat(client()).singleElement().matches(session -> !session.exhausted());
    }
  }
}
