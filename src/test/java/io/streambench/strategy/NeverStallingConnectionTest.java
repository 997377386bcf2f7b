package io.streambench.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.analysis.SessionState;
import io.streambench.eventlog.Role;
import io.streambench.recording.FlowControlMonitor;
import io.streambench.recording.H2cServer;
import java.io.InputStream;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the strategies over a real connection. */
@Timeout(60)
class NeverStallingConnectionTest {
  private static final int SESSION_WINDOW = 200_000;
  private static final int STREAM_WINDOW = 150_000;
  private static final int RESPONSE = 1_000_000;

  private final FlowControlMonitor monitor = new FlowControlMonitor();

  private H2cServer server(FlowControlStrategy.Factory strategies) throws Exception {
    return new H2cServer(monitor, SESSION_WINDOW, STREAM_WINDOW, RESPONSE, strategies);
  }

  static Stream<Named<FlowControlStrategy.Factory>> strategies() {
    return Stream.of(
        Named.of("on-receipt", () -> new JettyFlowControl(null)),
        Named.of(
            "dynamic-threshold",
            () -> new JettyFlowControl(new ReceiveMemory(64 << 20, System::nanoTime, line -> {}))));
  }

  private List<SessionState> client() {
    return monitor.sessions(owner -> owner.role() == Role.CLIENT);
  }

  @ParameterizedTest
  @MethodSource("strategies")
  void streamsThatNobodyReadsDoNotKeepAnotherFromItsEnd(FlowControlStrategy.Factory strategies)
      throws Exception {
    // Windows that grow bound less, and what the other end has is not all of it.
    boolean grows = ((JettyFlowControl) strategies.newFlowControlStrategy()).followsMemory();
    long most = 3L * (grows ? RESPONSE - 1 : STREAM_WINDOW);
    try (H2cServer server = server(strategies)) {
      server.request();
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
                assertThat(session.unreadBytes()).isLessThanOrEqualTo(most);
              });
    }
  }

  @ParameterizedTest
  @MethodSource("strategies")
  void manyResponsesOneAfterTheOtherNeverUseUpTheSession(FlowControlStrategy.Factory strategies)
      throws Exception {
    try (H2cServer server = server(strategies)) {
      for (int i = 0; i < 20; i++) {
        try (InputStream read = server.request()) {
          assertThat(read.readAllBytes()).hasSize(RESPONSE);
        }
      }
      assertThat(client()).singleElement().matches(session -> !session.exhausted());
    }
  }
}
