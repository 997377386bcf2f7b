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
 * Tests the strategy that prevents the stall, over a real connection. A reader that closes a
 * response early leaves data in the stream's queue. A merge does this if it has enough or has
 * failed. Stock Jetty never counts this data as consumed, because only the server calls {@code
 * HTTP2Stream.failAllData}.
 */
class NeverStallingFlowControlTest {
  private static final int SESSION_WINDOW = 200_000;
  private static final int STREAM_WINDOW = 150_000;
  private static final int RESPONSE_BYTES = 1_000_000;

  private final FlowControlMonitor monitor = new FlowControlMonitor();

  private final UnreadMemory memory = SimulatedPeer.quietMemory(64 << 20);

  private FlowControlStrategy strategy() {
    return SimulatedPeer.strategy(memory, SESSION_WINDOW);
  }

  private H2cServer startServer() throws Exception {
    return new H2cServer(monitor, SESSION_WINDOW, STREAM_WINDOW, RESPONSE_BYTES, this::strategy);
  }

  private List<SessionState> clientSessions() {
    return monitor.sessions(owner -> owner.role() == Role.CLIENT);
  }

  @Test
  void unreadStreamsDoNotBlockAnotherStream() throws Exception {
    try (H2cServer server = startServer()) {
      server.request();
      server.request();
      server.request();
      try (InputStream read = server.request()) {
        assertThat(read.readAllBytes()).hasSize(RESPONSE_BYTES);
      }
      assertThat(clientSessions())
          .singleElement()
          .satisfies(
              session -> {
                assertThat(session.isExhausted()).isFalse();
                assertThat(session.unreadBytes()).isLessThanOrEqualTo(3L * STREAM_WINDOW);
              });
    }
  }

  /** Closes two unread responses after the client has received all that their windows allow. */
  @Test
  void readsWholeResponseAfterTwoCancelledStreams() throws Exception {
    try (H2cServer server = startServer()) {
      InputStream one = server.request();
      InputStream other = server.request();
      Until.isTrue(
          () ->
              clientSessions().stream().mapToLong(SessionState::unreadBytes).sum()
                  >= 2 * STREAM_WINDOW);
      one.close();
      other.close();
      try (InputStream next = server.request()) {
        assertThat(next.readAllBytes()).hasSize(RESPONSE_BYTES);
      }
    }
  }

  /**
   * Uses the proportions of Solr's windows and a quarter of its default heap. A DATA frame occupies
   * two network buffers. Counting a buffer for each part of a frame would be too much.
   */
  @Test
  void elevenFullWindowsLeaveCreditForTwelfthStream() throws Exception {
    int streamWindow = (8 << 16) - 1;
    int sessionWindow = 16 << 16;
    UnreadMemory quarter = SimulatedPeer.quietMemory(128 << 16);
    try (H2cServer server =
        new H2cServer(
            monitor,
            sessionWindow,
            streamWindow,
            RESPONSE_BYTES,
            () -> SimulatedPeer.strategy(quarter, sessionWindow))) {
      for (int i = 0; i < 11; i++) {
        server.request();
      }
      Until.isTrue(() -> quarter.getUnreadBytes() >= 11L * streamWindow);
      try (InputStream read = server.request()) {
        assertThat(read.readAllBytes()).hasSize(RESPONSE_BYTES);
      }
    }
  }

  /** Runs without a network, so that a stream can be reset while its DATA is being processed. */
  @Test
  void cancelledAndReadStreamsCostSessionNoCredit() {
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
    connection.receive(next, 1, false); // finds the data that arrived last in an ended queue
    int maxWithheld = SESSION_WINDOW / 8;
    assertThat(connection.receiveWindow())
        .isGreaterThanOrEqualTo(SESSION_WINDOW - maxWithheld - 16_385);
  }

  /** The data is dropped before the garbage collector finds the stream. */
  @Test
  void nextStreamDropsLateDataOfCancelledStream() {
    FakeConnection connection = new FakeConnection(this::strategy, 1, SESSION_WINDOW, 100_000);
    FakeStream cancelled = connection.open();
    FakeStream next = connection.open();
    connection.resetWhileReceiving(cancelled, 16_384);
    assertThat(memory.getUnreadBytes()).isEqualTo(16_384);
    connection.receive(next, 1, false);
    assertThat(memory.getUnreadBytes()).as("of the next alone").isEqualTo(16_384);
    assertThat(connection.streams()).contains(cancelled); // keeps the stream reachable
  }
}
