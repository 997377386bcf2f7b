package io.streambench.flowcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.analysis.SessionState;
import io.streambench.analysis.StreamState;
import io.streambench.eventlog.Role;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.util.InputStreamResponseListener;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.http.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.AbstractHandler;
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
  private final Server server = new Server();
  private HttpClient client;
  private String url;

  @BeforeEach
  void start() throws Exception {
    HTTP2CServerConnectionFactory h2c = new HTTP2CServerConnectionFactory(new HttpConfiguration());
    h2c.setFlowControlStrategyFactory(
        monitor.observing(
            h2c.getFlowControlStrategyFactory(), new SessionOwner(Role.SERVER, "node")));
    ServerConnector connector = new ServerConnector(server, h2c);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setHandler(new Bytes());
    server.start();
    url = "http://127.0.0.1:" + connector.getLocalPort();
    HTTP2Client http2 = new HTTP2Client();
    http2.setInitialSessionRecvWindow(SESSION_WINDOW);
    http2.setInitialStreamRecvWindow(STREAM_WINDOW);
    http2.setFlowControlStrategyFactory(
        monitor.observing(
            http2.getFlowControlStrategyFactory(), new SessionOwner(Role.CLIENT, "benchmark")));
    client = new HttpClient(new HttpClientTransportOverHTTP2(http2));
    client.setMaxConnectionsPerDestination(1);
    client.start();
  }

  @AfterEach
  void stop() throws Exception {
    client.stop();
    server.stop();
  }

  private static final class Bytes extends AbstractHandler {
    @Override
    public void handle(
        String target, Request base, HttpServletRequest request, HttpServletResponse response) {
      base.setHandled(true);
      try (OutputStream out = response.getOutputStream()) {
        out.write(new byte[RESPONSE]);
      } catch (java.io.IOException e) {
        // the client went away, as a test that leaves data unread does
      }
    }
  }

  private InputStream request() throws Exception {
    InputStreamResponseListener listener = new InputStreamResponseListener();
    client.newRequest(url).send(listener);
    listener.get(30, TimeUnit.SECONDS);
    return listener.getInputStream();
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
  void aSessionThatIsReadToTheEndHoldsNothing() throws Exception {
    try (InputStream in = request()) {
      assertThat(in.readAllBytes()).hasSize(RESPONSE);
    }
    SessionState done = awaitClientSession(session -> session.streams().isEmpty());
    assertThat(done.unreadBytes()).isZero();
    assertThat(done.unacknowledgedBytes() + done.receiveWindow()).isEqualTo(SESSION_WINDOW);
    assertThat(done.exhaustedSinceNanos()).isEmpty();
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
      InputStreamResponseListener listener = new InputStreamResponseListener();
      client.newRequest(url).send(listener);
      open.add(listener.getInputStream());
    }
    awaitClientSession(session -> session.streams().size() == 3);
    assertThat(monitor.sharing(CLIENT)).isEqualTo(new FlowControlMonitor.Sharing(1, 3));
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
