package io.streambench.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.Role;
import io.streambench.flow.recording.FlowControlMonitor;
import io.streambench.flow.recording.H2cServer;
import io.streambench.flow.rule.SessionState;
import io.streambench.program.Until;
import io.streambench.strategy.FakeConnection.FakeStream;
import java.io.InputStream;
import java.util.List;
import java.util.SplittableRandom;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.junit.jupiter.api.Test;

/**
 * The strategy that ends the stall, over a real connection. A reader that closes a response early,
 * as a merge does that has enough or that failed, leaves data in the stream's queue: stock Jetty
 * never counts it as consumed ({@code HTTP2Stream.failAllData} is called by the server alone).
 */
class NeverStallingFlowControlTest {
  private static final int SESSION_WINDOW = 200_000;
  private static final int STREAM_WINDOW = 150_000;
  private static final int RESPONSE = 1_000_000;

  private final FlowControlMonitor monitor = new FlowControlMonitor();

  private final UnreadMemory memory = SimulatedPeer.memory(64 << 20);

  private FlowControlStrategy strategy() {
    return SimulatedPeer.strategy(memory, SESSION_WINDOW);
  }

  private H2cServer server() throws Exception {
    return new H2cServer(monitor, SESSION_WINDOW, STREAM_WINDOW, RESPONSE, this::strategy);
  }

  private List<SessionState> client() {
    return monitor.sessions(owner -> owner.role() == Role.CLIENT);
  }

  @Test
  void streamsThatNobodyReadsDoNotKeepAnotherFromItsEnd() throws Exception {
    try (H2cServer server = server()) {
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
                assertThat(session.isExhausted()).isFalse();
                assertThat(session.unreadBytes()).isLessThanOrEqualTo(3L * STREAM_WINDOW);
              });
    }
  }

  /** Closes two responses unread of which the client has all that it allows. */
  @Test
  void afterTwoCancelledStreamsTheNextReaderGetsAll() throws Exception {
    try (H2cServer server = server()) {
      InputStream one = server.request();
      InputStream other = server.request();
      Until.isSo(
          () -> client().stream().mapToLong(SessionState::unreadBytes).sum() >= 2 * STREAM_WINDOW);
      one.close();
      other.close();
      try (InputStream next = server.request()) {
        assertThat(next.readAllBytes()).hasSize(RESPONSE);
      }
    }
  }

  /**
   * In the proportions of Solr's windows and of a quarter of its default heap. A DATA frame lies in
   * two network buffers, and each of its parts counted as a buffer of its own would be too much.
   */
  @Test
  void elevenUnreadAnswersThatFillTheirWindowsLeaveTheTwelfthItsCredit() throws Exception {
    int streamWindow = (8 << 16) - 1;
    int sessionWindow = 16 << 16;
    UnreadMemory quarter = SimulatedPeer.memory(128 << 16);
    try (H2cServer server =
        new H2cServer(
            monitor,
            sessionWindow,
            streamWindow,
            RESPONSE,
            () -> SimulatedPeer.strategy(quarter, sessionWindow))) {
      for (int i = 0; i < 11; i++) {
        server.request();
      }
      Until.isSo(() -> quarter.getUnreadBytes() >= 11L * streamWindow);
      try (InputStream read = server.request()) {
        assertThat(read.readAllBytes()).hasSize(RESPONSE);
      }
    }
  }

  /** Without a network, so that a stream can be reset while DATA is being processed for it. */
  @Test
  void tenThousandCancelledAndAThousandReadStreamsCostTheSessionNoCredit() {
    FakeConnection connection = new FakeConnection(this::strategy, 1, SESSION_WINDOW, 100_000);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 11_000; i++) {
      FakeStream stream = connection.open();
      connection.receive(stream, 1 + random.nextInt(30_000), false);
      if (i % 11 == 0) {
        connection.receive(stream, 1 + random.nextInt(30_000), true);
        connection.consume(stream, Integer.MAX_VALUE);
      } else if (i % 2 == 0) {
        connection.reset(stream);
      } else {
        connection.resetWhileReceiving(stream, 16_384);
      }
      connection.forget(stream);
    }
    FakeStream next = connection.open();
    connection.receive(next, 1, false); // what came last into a queue that is over is found now
    int lot = SESSION_WINDOW / 8;
    assertThat(connection.receiveWindow()).isGreaterThanOrEqualTo(SESSION_WINDOW - lot - 16_385);
  }

  /** Not only once the collector has found the stream. */
  @Test
  void dataThatCameLateIntoTheQueueOfACancelledStreamIsDroppedByTheNext() {
    FakeConnection connection = new FakeConnection(this::strategy, 1, SESSION_WINDOW, 100_000);
    FakeStream cancelled = connection.open();
    FakeStream next = connection.open();
    connection.resetWhileReceiving(cancelled, 16_384);
    assertThat(memory.getUnreadBytes()).isEqualTo(16_384);
    connection.receive(next, 1, false);
    assertThat(memory.getUnreadBytes()).as("of the next alone").isEqualTo(16_384);
    assertThat(connection.streams()).contains(cancelled); // still held here, so not collected
  }
}
