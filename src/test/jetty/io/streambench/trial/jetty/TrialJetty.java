package io.streambench.trial.jetty;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Jetty;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Clients and servers of one Jetty version, with the windows and limits of a Solr node. The class
 * is compiled for each version. Its signatures have only classes that all versions share.
 */
public abstract class TrialJetty {
  /** Jetty's value for no idle timeout. A hang must not end by itself. */
  private static final long NO_IDLE_TIMEOUT = 0;

  private static final int STREAM_WINDOW = 8 << 20;
  private static final int SESSION_WINDOW = 16 << 20;
  private static final int CONNECTIONS = Integer.getInteger("trial.connections", 1);

  /**
   * A PKCS12 file with password {@code secret}. With such a file, HTTP/2 runs over TLS with ALPN
   * (Jetty 10).
   */
  protected static final String KEY_STORE = System.getProperty("trial.keyStore");

  private static final String SCHEME = KEY_STORE == null ? "http" : "https";
  private static final byte[] CONTENT = new byte[1 << 20];

  /** A server that responds to {@link #path}. */
  public record TrialServer(int port, AutoCloseable server) implements AutoCloseable {
    @Override
    public void close() throws Exception {
      server.close();
    }
  }

  /** A client that sends requests to a {@link TrialServer}. */
  public interface TrialClient extends AutoCloseable {
    /**
     * Sends a request and waits for the response's headers. Closing the stream cancels the request.
     */
    InputStream open(int port, String path, boolean post) throws IOException;
  }

  /** Creates an instance of the given class. */
  public static TrialJetty create(String type) throws ReflectiveOperationException {
    return Class.forName(type).asSubclass(TrialJetty.class).getDeclaredConstructor().newInstance();
  }

  /** Returns the version of Jetty. */
  public final String version() {
    return Jetty.VERSION;
  }

  /**
   * Returns the path that requests a response.
   *
   * @param bytes the length of the response
   * @param frame the bytes after which the server flushes, or 0 to leave it to Jetty
   * @param held whether the response does not end before its server does
   * @param trailers whether the response has trailers
   */
  public static String path(long bytes, int frame, boolean held, boolean trailers) {
    return "/" + bytes + "/" + frame + "/" + held + "/" + trailers;
  }

  /** Writes the response of a path. */
  protected static void write(String path, OutputStream out) throws IOException {
    String[] parts = path.split("/", -1);
    int frame = Integer.parseInt(parts[2]);
    long left = Long.parseLong(parts[1]);
    while (left > 0) {
      int length = (int) Math.min(left, frame == 0 ? 8192 : frame);
      out.write(CONTENT, 0, length);
      left -= length;
      if (frame > 0) {
        out.flush();
      }
    }
    if (parts[3].equals("true")) {
      out.flush();
      try {
        new CountDownLatch(1).await(); // until the server stops
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  protected static boolean hasTrailers(String path) {
    return path.endsWith("true");
  }

  protected abstract Handler answers();

  /** Creates a client over HTTP/1.1. */
  protected abstract HttpClient http1();

  /** Creates a client over HTTP/2. */
  protected abstract HttpClient http2(HTTP2Client http2);

  protected abstract InputStream open(HttpClient client, URI uri, boolean post) throws Exception;

  /** Starts a server. */
  public final TrialServer serve() throws Exception {
    Server server = new Server(new QueuedThreadPool(10_000));
    HttpConfiguration configuration = new HttpConfiguration();
    configuration.setOutputBufferSize(
        Integer.getInteger("trial.outputBufferSize", configuration.getOutputBufferSize()));
    ServerConnector connector = connector(server, new HttpConnectionFactory(configuration));
    connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
    connector.setIdleTimeout(NO_IDLE_TIMEOUT);
    server.addConnector(connector);
    server.setHandler(answers());
    server.start();
    return new TrialServer(connector.getLocalPort(), server::stop);
  }

  /** Creates a connector for HTTP/1.1 and, by prior knowledge, HTTP/2. */
  protected ServerConnector connector(Server server, HttpConnectionFactory http1) {
    return new ServerConnector(
        server, http1, new HTTP2CServerConnectionFactory(http1.getHttpConfiguration()));
  }

  /**
   * Starts a client.
   *
   * @param setUp changes the client before its start; null for HTTP/1.1
   */
  public final TrialClient connect(Consumer<HTTP2Client> setUp) throws Exception {
    HttpClient client;
    if (setUp == null) {
      client = http1();
      client.setMaxConnectionsPerDestination(10_000);
    } else {
      HTTP2Client http2 = new HTTP2Client();
      http2.setInitialStreamRecvWindow(STREAM_WINDOW);
      http2.setInitialSessionRecvWindow(SESSION_WINDOW);
      if (KEY_STORE != null) {
        http2.getClientConnector().setSslContextFactory(new SslContextFactory.Client(true));
      }
      setUp.accept(http2);
      client = http2(http2);
      client.setMaxConnectionsPerDestination(CONNECTIONS);
    }
    client.setMaxRequestsQueuedPerDestination(10_000);
    client.setIdleTimeout(NO_IDLE_TIMEOUT);
    client.start();
    return new TrialClient() {
      @Override
      public InputStream open(int port, String path, boolean post) throws IOException {
        try {
          return TrialJetty.this.open(
              client, URI.create(SCHEME + "://127.0.0.1:" + port + path), post);
        } catch (IOException e) {
          throw e;
        } catch (Exception e) {
          throw new IOException(e);
        }
      }

      @Override
      public void close() throws Exception {
        client.stop();
      }
    };
  }
}
