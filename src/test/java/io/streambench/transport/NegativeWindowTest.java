package io.streambench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.PingFrame;
import org.eclipse.jetty.http2.frames.SettingsFrame;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.AbstractHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.FuturePromise;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Why no strategy of ours lowers SETTINGS_INITIAL_WINDOW_SIZE: a Jetty server cannot end an answer
 * whose window is negative (docs/upstream/jetty-negative-window.md). Fails once Jetty can.
 */
@Timeout(60)
class NegativeWindowTest {
  private static final int WINDOW = 65_535;
  private static final int ANSWER = 50_000;

  private final CountDownLatch received = new CountDownLatch(1);
  private final CountDownLatch lowered = new CountDownLatch(1);
  private final CountDownLatch processed = new CountDownLatch(1);
  private final CompletableFuture<String> end = new CompletableFuture<>();

  /** Ends an answer by an empty frame, once the client has lowered the window. */
  private final class Answering extends AbstractHandler {
    @Override
    public void handle(
        String target,
        Request request,
        HttpServletRequest servletRequest,
        HttpServletResponse response)
        throws IOException {
      request.setHandled(true);
      response.getOutputStream().write(new byte[ANSWER]);
      response.flushBuffer();
      try {
        lowered.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
  }

  private final class Reading extends Stream.Listener.Adapter {
    private int bytes;

    /** Never consumes, so that no credit goes back. */
    @Override
    public void onData(Stream stream, DataFrame frame, Callback callback) {
      bytes += frame.remaining();
      if (bytes == ANSWER) {
        received.countDown();
      }
      if (frame.isEndStream()) {
        end.complete("the answer ended");
      }
      stream.demand(1);
    }
  }

  private final class Connected extends Session.Listener.Adapter {
    @Override
    public void onPing(Session session, PingFrame frame) {
      processed.countDown();
    }

    @Override
    public void onFailure(Session session, Throwable failure) {
      end.complete("the connection failed");
    }

    @Override
    public void onClose(
        Session session, org.eclipse.jetty.http2.frames.GoAwayFrame frame, Callback callback) {
      end.complete("the connection was closed: " + frame);
      callback.succeeded();
    }
  }

  /** Lowers the window while all of the answer is unread. */
  private String endOfAnAnswer(int loweredWindow) throws Exception {
    Server server = new Server();
    ServerConnector connector =
        new ServerConnector(server, new HTTP2CServerConnectionFactory(new HttpConfiguration()));
    connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
    server.addConnector(connector);
    server.setHandler(new Answering());
    server.start();
    HTTP2Client client = new HTTP2Client();
    client.setInitialStreamRecvWindow(WINDOW);
    client.start();
    try {
      FuturePromise<Session> connecting = new FuturePromise<>();
      client.connect(
          new InetSocketAddress(connector.getHost(), connector.getLocalPort()),
          new Connected(),
          connecting);
      Session session = connecting.get(10, TimeUnit.SECONDS);
      MetaData.Request request =
          new MetaData.Request(
              "GET",
              HttpURI.from("http://127.0.0.1:" + connector.getLocalPort() + "/"),
              HttpVersion.HTTP_2,
              HttpFields.EMPTY);
      session.newStream(
          new HeadersFrame(request, null, true), new FuturePromise<>(), new Reading());
      received.await();
      session.settings(
          new SettingsFrame(Map.of(SettingsFrame.INITIAL_WINDOW_SIZE, loweredWindow), false),
          Callback.NOOP);
      session.ping(new PingFrame(1, false), Callback.NOOP);
      processed.await();
      lowered.countDown();
      return end.get(10, TimeUnit.SECONDS);
    } finally {
      lowered.countDown();
      client.stop();
      server.stop();
    }
  }

  @Test
  void anAnswerEndsWhileItsWindowIsNotNegative() throws Exception {
    assertThat(endOfAnAnswer(ANSWER)).isEqualTo("the answer ended");
  }

  @Test
  void theServerFailsAtTheEndOfAnAnswerWhoseWindowIsNegative() throws Exception {
    assertThat(endOfAnAnswer(ANSWER / 2)).startsWith("the connection ");
  }
}
