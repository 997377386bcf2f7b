package io.streambench.transport;

import java.io.IOException;
import java.io.OutputStream;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.AbstractHandler;

/** A Jetty server over h2c that never answers, unless it is asked for bytes. */
final class UnansweringServer implements AutoCloseable {
  private static final String BYTES = "/bytes/";

  private final Server server = new Server();
  private final ServerConnector connector;

  /**
   * @param maxConcurrentStreams streams that a session may have open; Jetty has 128
   */
  UnansweringServer(int maxConcurrentStreams) throws Exception {
    HTTP2CServerConnectionFactory h2c = new HTTP2CServerConnectionFactory(new HttpConfiguration());
    h2c.setMaxConcurrentStreams(maxConcurrentStreams);
    connector = new ServerConnector(server, h2c);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setHandler(new Handler());
    server.setStopTimeout(0);
    server.start();
  }

  private static final class Handler extends AbstractHandler {
    @Override
    public void handle(
        String target, Request base, HttpServletRequest request, HttpServletResponse response) {
      base.setHandled(true);
      if (!target.startsWith(BYTES)) {
        request.startAsync().setTimeout(0);
        return;
      }
      try (OutputStream out = response.getOutputStream()) {
        byte[] chunk = new byte[1_000];
        for (int left = Integer.parseInt(target.substring(BYTES.length())); left > 0; ) {
          out.write(chunk, 0, Math.min(left, chunk.length));
          left -= chunk.length;
        }
      } catch (IOException e) {
        // the client went away, as one that leaves data unread does
      }
    }
  }

  /** The URL at which nothing is ever answered. */
  String url() {
    return "http://127.0.0.1:" + connector.getLocalPort();
  }

  /** The URL of an answer of so many bytes. */
  String url(int bytes) {
    return url() + BYTES + bytes;
  }

  @Override
  public void close() throws Exception {
    server.stop();
  }
}
