package io.streambench.flow.recording;

import io.streambench.flow.events.Role;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.util.InputStreamResponseListener;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.server.ServerSessionListener;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.http.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.http2.parser.RateControl;
import org.eclipse.jetty.http2.parser.WindowRateControl;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.AbstractHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * A Jetty client and server over h2c, observed at both ends. All responses have the same length.
 */
public final class H2cServer implements AutoCloseable {
  /** The maximum number of threads. A response that is not read keeps its thread waiting. */
  private static final int MAX_THREADS = 1_000;

  private static final int MAX_FAILURES = 5;

  /**
   * Jetty's value for no idle timeout. A hang must not end by itself, however slow the machine is.
   */
  public static final long NO_IDLE_TIMEOUT = 0;

  private final Server server = new Server(new QueuedThreadPool(MAX_THREADS));

  /** The request parameter for the size of DATA frames in bytes. */
  public static final String FRAME_BYTES_PARAMETER = "piece";

  private static final String UNANSWERED = "/unanswered";

  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

  private final HTTP2CServerConnectionFactory h2c =
      new HTTP2CServerConnectionFactory(new HttpConfiguration());
  private final ServerConnector connector;
  private final FixedResponse handler;
  private final HttpClient client;

  /** Starts a server and a client with Jetty's own strategy at both ends. */
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

  /** Starts a server and a client with the given strategy at the client's end. */
  public H2cServer(
      FlowControlMonitor monitor,
      int sessionWindow,
      int streamWindow,
      int responseBytes,
      FlowControlStrategy.Factory strategies)
      throws Exception {
    h2c.setFlowControlStrategyFactory(
        monitor.observe(
            h2c.getFlowControlStrategyFactory(), new SessionOwner(Role.SERVER, "node")));
    connector = listenOn(new ServerConnector(server, h2c));
    handler = new FixedResponse(responseBytes);
    server.setHandler(handler);
    server.setStopTimeout(0);
    server.start();
    HTTP2Client http2 = new HTTP2Client();
    http2.setInitialSessionRecvWindow(sessionWindow);
    http2.setInitialStreamRecvWindow(streamWindow);
    http2.setFlowControlStrategyFactory(
        monitor.observe(strategies, new SessionOwner(Role.CLIENT, "benchmark")));
    client = new HttpClient(new HttpClientTransportOverHTTP2(http2));
    client.setMaxConnectionsPerDestination(1);
    client.setIdleTimeout(NO_IDLE_TIMEOUT);
    client.start();
  }

  private ServerConnector listenOn(ServerConnector connector) {
    connector.setHost("127.0.0.1");
    connector.setIdleTimeout(NO_IDLE_TIMEOUT);
    server.addConnector(connector);
    return connector;
  }

  /** Allows any number of control frames per second on a new connection, resets included. */
  public void allowAllControlFrames() {
    h2c.setRateControlFactory(new RateControl.Factory() {});
  }

  /** Limits control frames, such as resets, on a new connection. Jetty allows 128 per second. */
  public void limitControlFrames(int framesPerSecond) {
    h2c.setRateControlFactory(new WindowRateControl.Factory(framesPerSecond));
  }

  /** Limits the open streams on a new connection. Jetty allows 128. */
  public void limitOpenStreams(int streams) {
    h2c.setMaxConcurrentStreams(streams);
  }

  private static final class FixedResponse extends AbstractHandler {
    private final byte[] content;
    private volatile IOException failure;

    FixedResponse(int length) {
      this.content = new byte[length];
    }

    @Override
    public void handle(
        String target, Request base, HttpServletRequest request, HttpServletResponse response) {
      base.setHandled(true);
      if (target.startsWith(UNANSWERED)) {
        request.startAsync().setTimeout(0);
        return;
      }
      try (OutputStream out = response.getOutputStream()) {
        String piece = request.getParameter(FRAME_BYTES_PARAMETER);
        if (piece == null) {
          out.write(content);
          return;
        }
        int bytes = Integer.parseInt(piece);
        for (int sent = 0; sent < content.length; sent += bytes) {
          out.write(content, sent, Math.min(bytes, content.length - sent));
          out.flush(); // a DATA frame of its own
        }
      } catch (IOException e) {
        failure = e; // the client disconnected, as in a test that leaves data unread
      }
    }
  }

  /** Returns why connections over TLS failed, then why the last response ended early. */
  public List<Throwable> failures() {
    Stream<Throwable> connections = failures.stream().limit(MAX_FAILURES);
    return Stream.concat(connections, Stream.ofNullable(handler.failure)).toList();
  }

  /** Returns the client, which has been started. */
  public HttpClient client() {
    return client;
  }

  /** Returns the URL below which no request is answered. */
  public String unansweredUrl() {
    return "http://127.0.0.1:" + port() + UNANSWERED;
  }

  /** Also listens for HTTP/1.1, and returns the URL below which no request is answered. */
  public String unansweredHttp1Url() throws Exception {
    ServerConnector http1 = listenOn(new ServerConnector(server));
    http1.start();
    return "http://127.0.0.1:" + http1.getLocalPort() + UNANSWERED;
  }

  /** Returns the port on which the server listens without TLS. */
  public int port() {
    return connector.getLocalPort();
  }

  /**
   * Also listens over TLS, for clients that choose HTTP/2 by ALPN as Solr's clients do.
   *
   * @param keyStore the key store with the server's key
   * @return the port
   */
  public int listenWithTls(Path keyStore, String password) throws Exception {
    SslContextFactory.Server ssl = new SslContextFactory.Server();
    ssl.setKeyStorePath(keyStore.toString());
    ssl.setKeyStorePassword(password);
    HttpConfiguration http = new HttpConfiguration();
    http.addCustomizer(new SecureRequestCustomizer(false)); // clients connect by address, not name
    HTTP2ServerConnectionFactory h2 = new FailureKeepingHttp2(http);
    ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory(h2.getProtocol());
    SslConnectionFactory tlsFirst = new FailureKeepingTls(ssl, alpn.getProtocol());
    ServerConnector tls = listenOn(new ServerConnector(server, tlsFirst, alpn, h2));
    tls.start();
    return tls.getLocalPort();
  }

  /**
   * A connection factory that keeps why a session failed. The client may not receive the GOAWAY
   * frame with the reason.
   */
  private final class FailureKeepingHttp2 extends HTTP2ServerConnectionFactory {
    FailureKeepingHttp2(HttpConfiguration http) {
      super(http);
    }

    @Override
    protected ServerSessionListener newSessionListener(Connector connector, EndPoint endPoint) {
      return new HTTPServerSessionListener(connector, endPoint) {
        @Override
        public void onFailure(Session session, Throwable failure, Callback callback) {
          failures.add(failure);
          super.onFailure(session, failure, callback);
        }
      };
    }
  }

  /**
   * A connection factory that keeps why a TLS connection was closed. Requests fail only with a
   * ClosedChannelException.
   */
  private final class FailureKeepingTls extends SslConnectionFactory {
    FailureKeepingTls(SslContextFactory.Server ssl, String nextProtocol) {
      super(ssl, nextProtocol);
    }

    @Override
    protected SslConnection newSslConnection(
        Connector connector, EndPoint endPoint, SSLEngine engine) {
      ByteBufferPool buffers = connector.getByteBufferPool();
      return new SslConnection(
          buffers.asRetainableByteBufferPool(),
          buffers,
          connector.getExecutor(),
          endPoint,
          engine,
          isDirectBuffersForEncryption(),
          isDirectBuffersForDecryption()) {
        @Override
        protected DecryptedEndPoint newDecryptedEndPoint() {
          return new DecryptedEndPoint() {
            @Override
            public void onClose(Throwable cause) {
              if (cause != null) {
                failures.add(cause);
              }
              super.onClose(cause);
            }
          };
        }
      };
    }
  }

  /** Sends a request and waits for the response's headers. The body may still be arriving. */
  public InputStream request() throws Exception {
    InputStreamResponseListener listener = send();
    listener.get(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    return listener.getInputStream();
  }

  /** Sends a request without waiting for the response. */
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
