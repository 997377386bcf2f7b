package io.streambench.trial.jetty;

import io.streambench.strategy.StrategySettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.URI;
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
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Clients and servers of one version of Jetty, with the windows and limits of a Solr node. Its
 * signatures have no class that differs between versions, and it is compiled for each of them.
 */
public abstract class TrialJetty {
  protected static final long IDLE_MILLIS = 600_000;

  private static final int STREAM_WINDOW = 8 << 20;
  private static final int SESSION_WINDOW = 16 << 20;
  private static final byte[] CONTENT = new byte[8192];

  /** A server that answers with as many bytes as the path says. */
  public record TrialServer(int port, AutoCloseable server) implements AutoCloseable {
    @Override
    public void close() throws Exception {
      server.close();
    }
  }

  /** A client. */
  public interface TrialClient extends AutoCloseable {
    /** Sends a request, and waits for the head of its answer. Closing it cancels the request. */
    InputStream open(int port, int bytes, boolean post) throws IOException;
  }

  /** The one with that class. */
  public static TrialJetty of(String type) throws ReflectiveOperationException {
    return Class.forName(type).asSubclass(TrialJetty.class).getDeclaredConstructor().newInstance();
  }

  /** The version. */
  public final String version() {
    return Jetty.VERSION;
  }

  /** Writes the answer of a path. */
  protected static void write(String path, OutputStream out) throws IOException {
    for (int left = Integer.parseInt(path.substring(1)); left > 0; left -= CONTENT.length) {
      out.write(CONTENT, 0, Math.min(left, CONTENT.length));
    }
  }

  protected abstract Handler answers();

  protected abstract HttpClient client(HTTP2Client http2);

  /** Puts a strategy and its windows on a client. */
  public abstract void setUp(HTTP2Client http2, StrategySettings settings);

  protected abstract InputStream open(HttpClient client, URI uri, boolean post) throws Exception;

  /** Starts a server. */
  public final TrialServer serve() throws Exception {
    Server server = new Server(new QueuedThreadPool(10_000));
    HttpConfiguration configuration = new HttpConfiguration();
    ServerConnector connector =
        new ServerConnector(
            server,
            new HttpConnectionFactory(configuration),
            new HTTP2CServerConnectionFactory(configuration));
    connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
    connector.setIdleTimeout(IDLE_MILLIS);
    server.addConnector(connector);
    server.setHandler(answers());
    server.start();
    return new TrialServer(connector.getLocalPort(), server::stop);
  }

  /** Starts a client that was set up so, with one connection to a server. */
  public final TrialClient connect(Consumer<HTTP2Client> setUp) throws Exception {
    HTTP2Client http2 = new HTTP2Client();
    http2.setInitialStreamRecvWindow(STREAM_WINDOW);
    http2.setInitialSessionRecvWindow(SESSION_WINDOW);
    setUp.accept(http2);
    HttpClient client = client(http2);
    client.setMaxConnectionsPerDestination(1);
    client.setMaxRequestsQueuedPerDestination(10_000);
    client.setIdleTimeout(IDLE_MILLIS);
    client.start();
    return new TrialClient() {
      @Override
      public InputStream open(int port, int bytes, boolean post) throws IOException {
        try {
          return TrialJetty.this.open(
              client, URI.create("http://127.0.0.1:" + port + "/" + bytes), post);
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
