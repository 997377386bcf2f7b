package io.streambench.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.eventlog.JettyLogReader;
import io.streambench.eventlog.LoggedEnd;
import io.streambench.eventlog.Sessions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.Frame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.AbstractHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests what a real Jetty server says to a request on a connection that it closes for its frames.
 */
@Timeout(60)
class TooManyFramesTest {
  /** More than the 128 a second that Jetty allows. */
  private static final int MANY = 300;

  private static final int MOST_BURSTS = 30;

  private static final int RESPONSE = 10_000_000;

  private final CompletableFuture<String> failure = new CompletableFuture<>();

  private final class Writer extends AbstractHandler {
    @Override
    public void handle(
        String target, Request base, HttpServletRequest request, HttpServletResponse response) {
      base.setHandled(true);
      if (target.equals("/short")) {
        return;
      }
      try (OutputStream out = response.getOutputStream()) {
        out.write(new byte[RESPONSE]);
      } catch (IOException e) {
        StringWriter printed = new StringWriter();
        e.printStackTrace(new PrintWriter(printed, true));
        failure.complete(printed.toString());
      }
    }
  }

  /**
   * Holds all data until the window is used up: whoever writes the answer waits then, and is told
   * why the connection ends. Between two writes it is told less.
   */
  private static final class Reader extends Stream.Listener.Adapter {
    private final AtomicInteger received = new AtomicInteger();
    private final CompletableFuture<Void> full = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    @Override
    public void onHeaders(Stream stream, HeadersFrame frame) {
      if (frame.isEndStream()) {
        ended.complete(null);
      }
    }

    @Override
    public void onData(Stream stream, DataFrame frame, Callback callback) {
      if (received.addAndGet(frame.remaining()) >= FlowControlStrategy.DEFAULT_WINDOW_SIZE) {
        full.complete(null);
      }
    }
  }

  private static Stream request(Session session, String path, int port, Reader reader)
      throws Exception {
    MetaData.Request get =
        new MetaData.Request(
            "GET",
            HttpURI.from("http://127.0.0.1:" + port + path),
            HttpVersion.HTTP_2,
            HttpFields.EMPTY);
    Promise.Completable<Stream> stream = new Promise.Completable<>();
    session.newStream(new HeadersFrame(get, null, true), stream, reader);
    return stream.get(30, TimeUnit.SECONDS);
  }

  /** The failure that the server's handler is told while its answer is on the way. */
  private String failureAfter(Frames frames) throws Exception {
    Server server = new Server();
    ServerConnector connector =
        new ServerConnector(server, new HTTP2CServerConnectionFactory(new HttpConfiguration()));
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setHandler(new Writer());
    server.start();
    HTTP2Client client = new HTTP2Client();
    client.setInitialStreamRecvWindow(FlowControlStrategy.DEFAULT_WINDOW_SIZE);
    client.start();
    try {
      Promise.Completable<Session> connected = new Promise.Completable<>();
      client.connect(
          new InetSocketAddress("127.0.0.1", connector.getLocalPort()),
          new Session.Listener.Adapter(),
          connected);
      Session session = connected.get(30, TimeUnit.SECONDS);
      Reader reader = new Reader();
      request(session, "/long", connector.getLocalPort(), reader);
      reader.full.get(30, TimeUnit.SECONDS);
      Reader none = new Reader();
      Stream done = request(session, "/short", connector.getLocalPort(), none);
      none.ended.get(30, TimeUnit.SECONDS);
      for (int burst = 0; burst < MOST_BURSTS; burst++) {
        for (int i = 0; i < MANY; i++) {
          ((ISession) session).frames(null, List.of(frames.of(done)), Callback.NOOP);
        }
        try {
          return failure.get(1, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
          // A slow machine has spread them over more than the second in which they count.
        }
      }
      throw new TimeoutException("the server allowed " + MOST_BURSTS * MANY + " frames");
    } finally {
      client.stop();
      server.stop();
    }
  }

  private interface Frames {
    Frame of(Stream ended);
  }

  private static List<LoggedEnd> ends(String log) throws IOException {
    try (JettyLogReader reader =
        new JettyLogReader(
            new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)), new Sessions())) {
      assertThat(reader.next()).isNull();
      return reader.counts().ends();
    }
  }

  @Test
  void tooManyResetsAreReadFromItsException() throws Exception {
    String log =
        failureAfter(ended -> new ResetFrame(ended.getId(), ErrorCode.CANCEL_STREAM_ERROR.code));
    assertThat(ends(log))
        .as(log)
        .extracting(LoggedEnd::kind)
        .containsExactly(LoggedEnd.Kind.RESET_RATE);
  }

  @Test
  void tooManyWindowUpdatesAreReadFromItsException() throws Exception {
    String log = failureAfter(ended -> new WindowUpdateFrame(ended.getId(), 1));
    assertThat(ends(log))
        .as(log)
        .extracting(LoggedEnd::kind)
        .containsExactly(LoggedEnd.Kind.WINDOW_UPDATE_RATE);
  }
}
