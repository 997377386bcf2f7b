package io.streambench.jetty12;

import io.streambench.merge.ClientOptions;
import io.streambench.merge.MergeClient;
import io.streambench.merge.MergeLibrary;
import io.streambench.merge.MergeProgram;
import io.streambench.merge.MergeServer;
import io.streambench.merge.MergedDocuments;
import io.streambench.strategy.FlowControlKind;
import io.streambench.strategy.StallFree;
import io.streambench.strategy.StrategySettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpClientTransport;
import org.eclipse.jetty.client.InputStreamResponseListener;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http2.RateControl;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Jetty;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Jetty 12 at both ends of a merge, wired as Solr's. */
public final class Jetty12 implements MergeLibrary {
  /** Longer than any stall is looked at. */
  private static final long IDLE_MILLIS = TimeUnit.MINUTES.toMillis(10);

  /** As many as Solr's: a shard that waits for a thread would look like a stall. */
  private static final int MOST_THREADS = 10_000;

  /** As {@link MergeProgram} has it. */
  public static void main(String[] args) {
    System.setProperty("logback.configurationFile", "logback-merge.xml"); // no log of flow control
    MergeProgram.run(new Jetty12(), args);
  }

  @Override
  public String name() {
    return "Jetty " + Jetty.VERSION;
  }

  @Override
  public MergeServer serve(int nodes, boolean rateControl) throws Exception {
    Server server = new Server(new QueuedThreadPool(MOST_THREADS));
    List<ServerConnector> connectors = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      HttpConfiguration configuration = new HttpConfiguration();
      HTTP2CServerConnectionFactory http2 = new HTTP2CServerConnectionFactory(configuration);
      if (!rateControl) {
        http2.setRateControlFactory(new RateControl.Factory() {}); // whose default is none
      }
      ServerConnector connector =
          new ServerConnector(server, new HttpConnectionFactory(configuration), http2);
      connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
      connector.setIdleTimeout(IDLE_MILLIS);
      connectors.add(connector);
      server.addConnector(connector);
    }
    server.setHandler(new Answers());
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

  private static final class Answers extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback)
        throws IOException {
      MergedDocuments.answer(request.getHttpURI().getQuery())
          .writeTo(Content.Sink.asOutputStream(response));
      callback.succeeded();
      return true;
    }
  }

  @Override
  public MergeClient connect(ClientOptions options) throws Exception {
    HTTP2Client http2 = new HTTP2Client();
    HttpClientTransport transport =
        options.http1()
            ? new HttpClientTransportOverHTTP()
            : new HttpClientTransportOverHTTP2(http2);
    HttpClient client = new HttpClient(transport);
    client.setMaxConnectionsPerDestination(options.connections());
    client.setIdleTimeout(IDLE_MILLIS);
    if (!options.http1()) {
      StallFree.configure(
          http2,
          new StrategySettings(
              FlowControlKind.named(options.strategy()).orElseThrow(),
              options.streamWindow(),
              options.sessionWindow(),
              options.bufferRatio(),
              OptionalLong.empty()));
    }
    client.start();
    return new Client(client, http2, options);
  }

  private record Client(HttpClient client, HTTP2Client http2, ClientOptions options)
      implements MergeClient {
    @Override
    public InputStream open(int port, String query) throws Exception {
      InputStreamResponseListener listener = new InputStreamResponseListener();
      client.newRequest(MergedDocuments.uri(port, query)).send(listener);
      org.eclipse.jetty.client.Response response = listener.get(IDLE_MILLIS, TimeUnit.MILLISECONDS);
      if (response.getStatus() != 200) {
        throw new IOException("status " + response.getStatus());
      }
      return listener.getInputStream();
    }

    @Override
    public String describe() {
      return options.describe(
          http2.getInitialStreamRecvWindow(), http2.getInitialSessionRecvWindow());
    }

    @Override
    public String dump() {
      return client.dump();
    }

    @Override
    public void close() throws Exception {
      client.stop();
    }
  }
}
