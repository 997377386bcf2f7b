package io.streambench.trial.jetty12;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.InputStreamResponseListener;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.StringRequestContent;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** A server and clients of Jetty 12, with the windows and limits of a Solr node. */
final class TrialJetty {
  private static final long IDLE_MILLIS = 600_000;
  private static final int STREAM_WINDOW = 8 << 20;
  private static final int SESSION_WINDOW = 16 << 20;

  private TrialJetty() {}

  /** Answers with as many bytes as the path says. */
  private static final class Answers extends Handler.Abstract {
    private static final byte[] CONTENT = new byte[8192];

    @Override
    public boolean handle(
        org.eclipse.jetty.server.Request request, Response response, Callback callback)
        throws IOException {
      Content.Source.asString(request, StandardCharsets.UTF_8);
      try (OutputStream out = Content.Sink.asOutputStream(response)) {
        int bytes = Integer.parseInt(request.getHttpURI().getPath().substring(1));
        for (int left = bytes; left > 0; left -= CONTENT.length) {
          out.write(CONTENT, 0, Math.min(left, CONTENT.length));
        }
      }
      callback.succeeded();
      return true;
    }
  }

  /** Starts a server; returns its port. */
  static int serve() throws Exception {
    Server server = new Server(new QueuedThreadPool(10_000));
    ServerConnector connector =
        new ServerConnector(server, new HTTP2CServerConnectionFactory(new HttpConfiguration()));
    connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
    connector.setIdleTimeout(IDLE_MILLIS);
    server.addConnector(connector);
    server.setHandler(new Answers());
    server.start();
    return connector.getLocalPort();
  }

  /** Starts a client that was set up so, with one connection to a server. */
  static HttpClient connect(Consumer<HTTP2Client> setUp) throws Exception {
    HTTP2Client http2 = new HTTP2Client();
    http2.setInitialStreamRecvWindow(STREAM_WINDOW);
    http2.setInitialSessionRecvWindow(SESSION_WINDOW);
    setUp.accept(http2);
    HttpClient client = new HttpClient(new HttpClientTransportOverHTTP2(http2));
    client.setMaxConnectionsPerDestination(1);
    client.setMaxRequestsQueuedPerDestination(10_000);
    client.setIdleTimeout(IDLE_MILLIS);
    client.start();
    return client;
  }

  /** Sends a request, and waits for the head of its answer. Closing it cancels the request. */
  static InputStream open(HttpClient client, int port, int bytes, boolean post) throws Exception {
    Request request = client.newRequest(URI.create("http://127.0.0.1:" + port + "/" + bytes));
    if (post) {
      request.method(HttpMethod.POST).body(new StringRequestContent("q=1"));
    }
    InputStreamResponseListener listener = new InputStreamResponseListener();
    request.send(listener);
    int status = listener.get(IDLE_MILLIS, TimeUnit.MILLISECONDS).getStatus();
    if (status != 200) {
      throw new IOException("status " + status);
    }
    return listener.getInputStream();
  }
}
