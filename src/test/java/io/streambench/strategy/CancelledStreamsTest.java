package io.streambench.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.analysis.SessionState;
import io.streambench.analysis.StreamState;
import io.streambench.eventlog.Role;
import io.streambench.recording.FlowControlMonitor;
import io.streambench.recording.H2cServer;
import java.io.InputStream;
import java.util.List;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A reader that closes a response before its end, as a merge does that has enough or that failed.
 * What lay in the stream's queue is never told to be consumed ({@code HTTP2Stream.failAllData} is
 * called by Jetty's server alone).
 */
@Timeout(60)
class CancelledStreamsTest {
  private static final int SESSION_WINDOW = 200_000;
  private static final int STREAM_WINDOW = 150_000;
  private static final int RESPONSE = 1_000_000;

  private final FlowControlMonitor monitor = new FlowControlMonitor();

  private List<SessionState> client() {
    return monitor.sessions(owner -> owner.role() == Role.CLIENT);
  }

  /** Two responses of which the client has all that it allows, and which are closed unread. */
  private H2cServer afterTwoWereCancelled(FlowControlStrategy.Factory strategies, int unreadBytes)
      throws Exception {
    H2cServer server = new H2cServer(monitor, SESSION_WINDOW, STREAM_WINDOW, RESPONSE, strategies);
    InputStream one = server.request();
    InputStream other = server.request();
    while (client().stream().mapToLong(SessionState::unreadBytes).sum() < unreadBytes) {
      Thread.onSpinWait();
    }
    one.close();
    other.close();
    return server;
  }

  @Test
  void withJettysStrategyTheirUnreadBytesAreLostToTheSession() throws Exception {
    try (H2cServer server =
        afterTwoWereCancelled(new HTTP2Client().getFlowControlStrategyFactory(), SESSION_WINDOW)) {
      server.request(); // its answer has begun, behind all that the others had to say
      assertThat(client())
          .singleElement()
          .satisfies(
              session -> {
                assertThat(session.receiveWindow()).isLessThan(SESSION_WINDOW / 4);
                assertThat(session.unreadBytes()).isGreaterThan(SESSION_WINDOW / 2);
                assertThat(session.hungryStreams()).hasSize(session.exhausted() ? 1 : 0);
                assertThat(session.streams()) // Jetty's streams and their queues are let go
                    .extracting(StreamState::id)
                    .doesNotContain(1, 3);
              });
    }
  }

  @ParameterizedTest
  @MethodSource("io.streambench.strategy.NeverStallingConnectionTest#strategies")
  void withOneThatNeverStallsTheNextReaderGetsAll(FlowControlStrategy.Factory strategies)
      throws Exception {
    try (H2cServer server = afterTwoWereCancelled(strategies, 2 * STREAM_WINDOW);
        InputStream next = server.request()) {
      assertThat(next.readAllBytes()).hasSize(RESPONSE);
    }
  }
}
