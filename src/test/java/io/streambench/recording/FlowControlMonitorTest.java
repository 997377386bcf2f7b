package io.streambench.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.analysis.SessionState;
import io.streambench.analysis.StreamState;
import io.streambench.eventlog.Role;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A real Jetty client and server over h2c, with windows so small that they run out at once. */
@Timeout(60)
class FlowControlMonitorTest {
  private static final int SESSION_WINDOW = 200_000;
  private static final int STREAM_WINDOW = 150_000;
  private static final int RESPONSE = 1_000_000;

  private final FlowControlMonitor monitor = new FlowControlMonitor();
  private H2cServer server;

  @BeforeEach
  void start() throws Exception {
    server = new H2cServer(monitor, SESSION_WINDOW, STREAM_WINDOW, RESPONSE);
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  private InputStream request() throws Exception {
    return server.request();
  }

  private static final Predicate<SessionOwner> CLIENT = owner -> owner.role() == Role.CLIENT;

  /** Spins until data that is on its way has arrived; the test's own timeout ends it otherwise. */
  private SessionState awaitClientSession(Predicate<SessionState> state)
      throws InterruptedException {
    while (true) {
      if (Thread.interrupted()) {
        throw new InterruptedException("the session never came to that");
      }
      Optional<SessionState> reached = monitor.sessions(CLIENT).stream().filter(state).findFirst();
      if (reached.isPresent()) {
        return reached.get();
      }
      Thread.onSpinWait();
    }
  }

  @RepeatedTest(20)
  void bytesThatLieUnreadAndBytesNotAcknowledgedMakeUpTheWholeWindow() throws Exception {
    request();
    request();
    SessionState exhausted = awaitClientSession(SessionState::exhausted);
    assertThat(exhausted.receiveWindow()).isZero();
    assertThat(exhausted.unreadBytes() + exhausted.unacknowledgedBytes()).isEqualTo(SESSION_WINDOW);
    assertThat(exhausted.unreadBytes())
        .isEqualTo(exhausted.streams().stream().mapToLong(StreamState::unreadBytes).sum());
    assertThat(exhausted.exhaustedSinceNanos()).isPresent();
  }

  @Test
  void theOtherEndOfAnExhaustedSessionMayNotSend() throws Exception {
    request();
    request();
    SessionState exhausted = awaitClientSession(SessionState::exhausted);
    SessionState server = monitor.sessions(owner -> owner.role() == Role.SERVER).get(0);
    assertThat(server.sendWindow()).isZero();
    assertThat(server.local()).isEqualTo(exhausted.remote());
    assertThat(server.remote()).isEqualTo(exhausted.local());
  }

  @Test
  void countsTheStreamsThatShareASession() throws Exception {
    List<InputStream> open = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      open.add(server.send().getInputStream());
    }
    while (!monitor.sharing(CLIENT).equals(new FlowControlMonitor.Sharing(1, 3))) {
      assertThat(Thread.interrupted()).as("timed out").isFalse();
    }
    assertThat(open).hasSize(3); // and none was lost to the garbage collector
  }

  @Test
  void doesNotCountAStreamThatWasReadToItsEndWithTheNextReading() throws Exception {
    for (int reading = 0; reading < 20; reading++) {
      monitor.nobodyReads(CLIENT);
      assertThat(request().readNBytes(RESPONSE)).hasSize(RESPONSE);
    }
    assertThat(monitor.sharing(CLIENT).maxStreamsPerSession()).isEqualTo(1);
  }
}
