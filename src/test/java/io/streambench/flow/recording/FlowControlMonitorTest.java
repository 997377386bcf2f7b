package io.streambench.flow.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.Role;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.StreamState;
import io.streambench.flow.rule.Waiting;
import io.streambench.program.Until;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/**
 * Tests the monitor with a Jetty client and server over h2c. Their windows are so small that they
 * are exhausted at once.
 */
class FlowControlMonitorTest {
  private static final int SESSION_WINDOW = 200_000;
  private static final int STREAM_WINDOW = 150_000;
  private static final int RESPONSE_BYTES = 1_000_000;

  private final FlowControlMonitor monitor = new FlowControlMonitor();
  private H2cServer server;

  @BeforeEach
  void start() throws Exception {
    server = new H2cServer(monitor, SESSION_WINDOW, STREAM_WINDOW, RESPONSE_BYTES);
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  private static final Predicate<SessionOwner> CLIENT = owner -> owner.role() == Role.CLIENT;

  /** Waits until a client session is in the given state. */
  private SessionState awaitClientSession(Predicate<SessionState> state) throws Exception {
    AtomicReference<SessionState> reached = new AtomicReference<>();
    Until.isTrue(
        () -> {
          monitor.sessions(CLIENT).stream().filter(state).findFirst().ifPresent(reached::set);
          return reached.get() != null;
        });
    return reached.get();
  }

  @RepeatedTest(20)
  void unreadAndUnacknowledgedBytesFillExhaustedWindow() throws Exception {
    server.request();
    server.request();
    SessionState exhausted = awaitClientSession(SessionState::isExhausted);
    assertThat(exhausted.receiveWindow()).isZero();
    assertThat(exhausted.unreadBytes() + exhausted.unacknowledgedBytes()).isEqualTo(SESSION_WINDOW);
    assertThat(exhausted.unreadBytes())
        .isEqualTo(exhausted.streams().stream().mapToLong(StreamState::unreadBytes).sum());
    assertThat(exhausted.exhaustedSinceNanos()).isPresent();
  }

  @Test
  void countsStreamsSharingSession() throws Exception {
    List<InputStream> open = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      open.add(server.send().getInputStream());
    }
    Until.isTrue(() -> monitor.sharing(CLIENT).equals(new FlowControlMonitor.SessionSharing(1, 3)));
    assertThat(open).hasSize(3); // keeps the streams reachable
  }

  @Test
  void doesNotCountStreamThatWasReadCompletely() throws Exception {
    for (int reading = 0; reading < 20; reading++) {
      monitor.resetOpenStreams(CLIENT);
      assertThat(server.request().readNBytes(RESPONSE_BYTES)).hasSize(RESPONSE_BYTES);
    }
    assertThat(monitor.sharing(CLIENT).maxStreamsPerSession()).isEqualTo(1);
  }

  private static Map<Integer, Waiting> waitingByStream(SessionState session) {
    return session.streams().stream()
        .collect(Collectors.toMap(StreamState::id, StreamState::waiting));
  }

  /** The monitor finds the waiting thread in Jetty's fields. */
  @Test
  void identifiesAwaitedOneOfTwoStreamsWithoutData() throws Exception {
    server.request();
    server.request();
    awaitClientSession(SessionState::isExhausted);
    InputStream wanted = server.request();
    server.request();
    SessionState session = monitor.sessions(CLIENT).get(0);
    assertThat(session.streamsWithoutData()).extracting(StreamState::id).containsExactly(5, 7);
    assertThat(waitingByStream(session).values()).doesNotContain(Waiting.YES);
    CompletableFuture<Integer> reading =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return wanted.read();
              } catch (IOException e) {
                return -1;
              }
            });
    // Until the reader waits, it holds the lock that identifies it.
    session = awaitClientSession(state -> waitingByStream(state).containsValue(Waiting.YES));
    assertThat(waitingByStream(session))
        .isEqualTo(Map.of(1, Waiting.NO, 3, Waiting.NO, 5, Waiting.YES, 7, Waiting.NO));
    assertThat(session.awaitedStreams()).extracting(StreamState::id).containsExactly(5);
    assertThat(reading).isNotDone();
  }
}
