package io.streambench.merge.jetty;

import io.streambench.merge.ClientOptions;
import io.streambench.merge.MergeClient;
import io.streambench.merge.MergeLibrary;
import io.streambench.merge.MergeServer;
import io.streambench.merge.MergedDocuments;
import io.streambench.strategy.FlowControlKind;
import io.streambench.strategy.StrategySettings;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpClientTransport;
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
 * Jetty at both ends of a merge, wired as Solr does. Compiled for each version of Jetty; what these
 * have in packages of their own is left to those who extend it.
 */
public abstract class JettyLibrary implements MergeLibrary {
  /** Longer than any stall is looked at. */
  protected static final long IDLE_MILLIS = TimeUnit.MINUTES.toMillis(10);

  /** The same limit as Solr's: a shard that waits for a thread would look like a stall. */
  private static final int MOST_THREADS = 10_000;

  /** The type of a request's content, which is {@link MergedDocuments#query}. */
  protected static final String FORM = "application/x-www-form-urlencoded";

  /** Answers {@link MergedDocuments#query}, which is the content of a request. */
  protected abstract Handler answers();

  /** Has a server take any number of events that may be an attack. */
  protected abstract void withoutRateControl(HTTP2CServerConnectionFactory http2);

  /** A transport over HTTP/1.1. */
  protected abstract HttpClientTransport http1();

  /** A transport over HTTP/2. */
  protected abstract HttpClientTransport http2(HTTP2Client http2);

  /** Sets the strategy and the windows of a client. */
  protected abstract void setUp(HTTP2Client http2, StrategySettings settings);

  /**
   * Asks by POST, as SolrJ does for a stream, and waits for the beginning of the answer.
   *
   * @param form content of the request
   * @throws java.io.IOException if it is no success
   */
  protected abstract InputStream open(HttpClient client, URI uri, String form) throws Exception;

  @Override
  public final String name() {
    return "Jetty " + Jetty.VERSION;
  }

  @Override
  public final MergeServer serve(int nodes, boolean rateControl) throws Exception {
    Server server = new Server(new QueuedThreadPool(MOST_THREADS));
    List<ServerConnector> connectors = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      HttpConfiguration configuration = new HttpConfiguration();
      HTTP2CServerConnectionFactory http2 = new HTTP2CServerConnectionFactory(configuration);
      if (!rateControl) {
        withoutRateControl(http2);
      }
      ServerConnector connector =
          new ServerConnector(server, new HttpConnectionFactory(configuration), http2);
      connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
      connector.setIdleTimeout(IDLE_MILLIS);
      connectors.add(connector);
      server.addConnector(connector);
    }
    server.setHandler(answers());
    server.start();
    return new MergeServer() {
      @Override
      public List<Integer> ports() {
        return connectors.stream().map(ServerConnector::getLocalPort).toList();
      }

      @Override
      public void close() throws Exception {
        server.stop();
      }
    };
  }

  @Override
  public final MergeClient connect(ClientOptions options) throws Exception {
    HTTP2Client http2 = new HTTP2Client();
    HttpClient client = new HttpClient(options.http1() ? http1() : http2(http2));
    client.setMaxConnectionsPerDestination(options.connections());
    client.setIdleTimeout(IDLE_MILLIS);
    Optional<UnreadCounter> counter =
        options.countsUnread() && !options.http1()
            ? Optional.of(new UnreadCounter())
            : Optional.empty();
    if (!options.http1()) {
      setUp(
          http2,
          new StrategySettings(
              FlowControlKind.named(options.strategy()).orElseThrow(),
              options.streamWindow(),
              options.sessionWindow(),
              options.bufferRatio(),
              OptionalLong.empty()));
    }
    counter.ifPresent(
        one ->
            http2.setFlowControlStrategyFactory(
                one.counting(http2.getFlowControlStrategyFactory())));
    client.start();
    return new MergeClient() {
      @Override
      public InputStream open(int port, String query) throws Exception {
        return JettyLibrary.this.open(client, MergedDocuments.uri(port), query);
      }

      @Override
      public String describe() {
        return options.describe(
            http2.getInitialStreamRecvWindow(), http2.getInitialSessionRecvWindow());
      }

      @Override
      public OptionalLong mostUnreadBytes() {
        return counter.isPresent()
            ? OptionalLong.of(counter.get().mostBytes())
            : OptionalLong.empty();
      }

      @Override
      public String dump() {
        return client.dump();
      }

      @Override
      public void close() throws Exception {
        client.stop();
      }
    };
  }
}
