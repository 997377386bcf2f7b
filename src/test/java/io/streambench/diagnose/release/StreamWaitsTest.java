package io.streambench.diagnose.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.diagnose.live.ClientSession;
import io.streambench.program.Until;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpDestination;
import org.eclipse.jetty.client.util.InputStreamResponseListener;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.http.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.http2.client.http.HttpConnectionOverHTTP2;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.AbstractHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests descriptions of waiting streams, with Jetty's client and server and their default windows.
 */
class StreamWaitsTest {
  private static final int STREAM_WINDOW = 8 << 20;

  private final Server server = new Server();
  private final CountDownLatch silence = new CountDownLatch(1);
  private final CompletableFuture<Session> opened = new CompletableFuture<>();
  private final HttpClient client =
      new HttpClient(
          new HttpClientTransportOverHTTP2(new HTTP2Client()) {
            @Override
            protected HttpConnectionOverHTTP2 newHttpConnection(
                HttpDestination destination, Session session) {
              opened.complete(session);
              return super.newHttpConnection(destination, session);
            }
          });
  private String address;

  @BeforeEach
  void start() throws Exception {
    ServerConnector connector =
        new ServerConnector(server, new HTTP2CServerConnectionFactory(new HttpConfiguration()));
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setHandler(new ResponseHandler());
    server.setStopTimeout(0);
    server.start();
    client.setMaxConnectionsPerDestination(1);
    client.start();
    address = "http://127.0.0.1:" + connector.getLocalPort();
  }

  @AfterEach
  void stop() throws Exception {
    silence.countDown();
    client.stop();
    server.stop();
  }

  /** A handler that sends two stream windows of data, or headers and one byte after the silence. */
  private final class ResponseHandler extends AbstractHandler {
    @Override
    public void handle(
        String target, Request base, HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      base.setHandled(true);
      try (OutputStream out = response.getOutputStream()) {
        if (target.equals("/silent")) {
          silence.await();
          out.write(0);
          out.flush();
        } else {
          out.write(new byte[2 * STREAM_WINDOW]);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private InputStreamResponseListener send(String path) {
    InputStreamResponseListener listener = new InputStreamResponseListener();
    client.newRequest(address + path).send(listener);
    return listener;
  }

  private CreditedSession creditedSession() throws Exception {
    return new CreditedSession(new ClientSession(opened.get()), true);
  }

  private static String describeWaits(LiveSession session) {
    session.markReadProgress();
    return session.otherWaits();
  }

  /** Counts requests that wait, as on a connection that a query blocked by closing early. */
  @Test
  void countsRequestsWithoutResponse() throws Exception {
    List<InputStreamResponseListener> listeners = new ArrayList<>();
    for (int request = 0; request < 3; request++) {
      listeners.add(send("/silent"));
    }
    CreditedSession session = creditedSession();
    Until.isTrue(() -> session.snapshot().streamIds().size() == 3);
    Until.isTrue(() -> describeWaits(session).startsWith("3 requests without response headers"));
    ReleasedSession released = new ReleasedSession(session, false);
    released.markReadProgress();
    ReleasedSession.judge(List.of(released));
    ReleaseStatus.Session status = released.status("", "", "");
    assertThat(status.state()).isEqualTo(SessionProgress.WINDOW_LEFT);
    assertThat(status.waits()).startsWith("3 requests without response headers");
    assertThat(status.givenBytes()).isZero();
    session.markReadProgress();
    silence.countDown();
    for (InputStreamResponseListener listener : listeners) {
      listener.get(1, TimeUnit.HOURS);
    }
    assertThat(session.otherWaits()).isEmpty();
  }

  @Test
  void namesPausingReaderUntilItReadsAgain() throws Exception {
    InputStreamResponseListener listener = send("/large");
    try (InputStream in = listener.getInputStream()) {
      CreditedSession session = creditedSession();
      Until.isTrue(() -> describeWaits(session).startsWith("1 stream whose reader does not read"));
      ReleasedSession released = new ReleasedSession(session, false);
      released.markReadProgress();
      ReleasedSession.judge(List.of(released));
      ReleaseStatus.Session status = released.status("", "", "");
      assertThat(status.state()).isEqualTo(SessionProgress.WINDOW_LEFT);
      assertThat(status.waits()).contains("own window is 0").hasLineCount(1);
      assertThat(status.receiveWindow()).isPositive();
      session.markReadProgress();
      in.readNBytes(STREAM_WINDOW / 4);
      assertThat(session.otherWaits()).isEmpty();
      in.readAllBytes();
    }
  }

  @Test
  void idleSessionWaitsForNothing() throws Exception {
    try (InputStream in = send("/large").getInputStream()) {
      in.readAllBytes();
    }
    assertThat(describeWaits(creditedSession())).isEmpty();
  }
}
