package io.streambench.flowcontrol;

import io.streambench.eventlog.Role;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.util.InputStreamResponseListener;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.http.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.AbstractHandler;

/** A real Jetty client and server over h2c, both ends observed, every answer of the same length. */
public final class H2cServer implements AutoCloseable {
  private final Server server = new Server();
  private final ServerConnector connector;
  private final HttpClient client;

  /** With Jetty's own strategy at both ends. */
  public H2cServer(
      FlowControlMonitor monitor, int sessionWindow, int streamWindow, int responseBytes)
      throws Exception {
    this(
        monitor,
        sessionWindow,
        streamWindow,
        responseBytes,
        new HTTP2Client().getFlowControlStrategyFactory());
  }

  /** With a strategy of its own at the client's end. */
  public H2cServer(
      FlowControlMonitor monitor,
      int sessionWindow,
      int streamWindow,
      int responseBytes,
      FlowControlStrategy.Factory strategies)
      throws Exception {
    HTTP2CServerConnectionFactory h2c = new HTTP2CServerConnectionFactory(new HttpConfiguration());
    h2c.setFlowControlStrategyFactory(
        monitor.observing(
            h2c.getFlowControlStrategyFactory(), new SessionOwner(Role.SERVER, "node")));
    connector = new ServerConnector(server, h2c);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setHandler(new Bytes(responseBytes));
    server.start();
    HTTP2Client http2 = new HTTP2Client();
    http2.setInitialSessionRecvWindow(sessionWindow);
    http2.setInitialStreamRecvWindow(streamWindow);
    http2.setFlowControlStrategyFactory(
        monitor.observing(strategies, new SessionOwner(Role.CLIENT, "benchmark")));
    client = new HttpClient(new HttpClientTransportOverHTTP2(http2));
    client.setMaxConnectionsPerDestination(1);
    client.start();
  }

  private static final class Bytes extends AbstractHandler {
    private final int length;

    Bytes(int length) {
      this.length = length;
    }

    @Override
    public void handle(
        String target, Request base, HttpServletRequest request, HttpServletResponse response) {
      base.setHandled(true);
      try (OutputStream out = response.getOutputStream()) {
        out.write(new byte[length]);
      } catch (IOException e) {
        // the client went away, as a test that leaves data unread does
      }
    }
  }

  /** The client, which has been started. */
  public HttpClient client() {
    return client;
  }

  /** Where it listens. */
  public int port() {
    return connector.getLocalPort();
  }

  /** Sends a request; the answer is there when this returns, its body may be on its way. */
  public InputStream request() throws Exception {
    InputStreamResponseListener listener = send();
    listener.get(30, TimeUnit.SECONDS);
    return listener.getInputStream();
  }

  /** Sends a request and waits for nothing. */
  InputStreamResponseListener send() {
    InputStreamResponseListener listener = new InputStreamResponseListener();
    client.newRequest("http://127.0.0.1:" + port()).send(listener);
    return listener;
  }

  @Override
  public void close() throws Exception {
    client.stop();
    server.stop();
  }
}
