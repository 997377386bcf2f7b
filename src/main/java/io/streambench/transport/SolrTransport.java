package io.streambench.transport;

import io.streambench.analysis.ClientResources;
import io.streambench.analysis.SessionState;
import io.streambench.config.FlowControlSettings;
import io.streambench.config.HttpClientKind;
import io.streambench.config.NodeOutput;
import io.streambench.config.TransportSettings;
import io.streambench.eventlog.Role;
import io.streambench.recording.FlowControlMonitor;
import io.streambench.recording.FlowControlRecording;
import io.streambench.recording.FlowControlTotals;
import io.streambench.recording.SessionOwner;
import io.streambench.transport.relay.RelayedAddresses;
import io.streambench.transport.relay.Relays;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.SolrResponse;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.client.solrj.io.SolrClientCache;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.server.AbstractHTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;

/**
 * Puts the settings of a run on every Solr client of this JVM while it is open, and keeps account
 * of their HTTP/2 sessions. One at a time, as its hook is a system property.
 */
public final class SolrTransport implements AutoCloseable {
  /** Owner of the benchmark's own sessions. */
  public static final String BENCHMARK_CLIENT = "benchmark";

  /** Owner of the sessions over which a run is prepared: documents indexed and counted. */
  public static final String PREPARING_CLIENT = "preparing";

  private static final String NODE_CLIENT = "node-to-node";
  private static final String NODE = "node";

  /** A stream takes as long as it takes; silence is the watchdog's to judge. */
  private static final long STREAM_IDLE_SECONDS = 600;

  /** No watchdog looks after the preparation of a run. */
  private static final long INDEXING_IDLE_SECONDS = 60;

  /** Solr's own limit. */
  private static final long CONNECT_SECONDS = 60;

  private static volatile SolrTransport open;

  private final TransportSettings settings;
  private final HttpClientKind reading;
  private final Relays relays;
  private final FlowControlMonitor monitor = new FlowControlMonitor();
  private final String previousFactory;
  private final Set<EffectiveSettings> nodeClients = new LinkedHashSet<>();
  private final Set<NodeOutput> nodeOutputs = ConcurrentHashMap.newKeySet();
  private final Set<HttpClient> ownClients = ConcurrentHashMap.newKeySet();
  private final Set<HttpClient> known =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
  private final ThreadLocal<String> ownerBeingBuilt = new ThreadLocal<>();

  private SolrTransport(
      TransportSettings settings, HttpClientKind reading, String previousFactory) {
    this.settings = settings;
    this.reading = reading;
    this.relays = new Relays(settings.distance());
    this.previousFactory = previousFactory;
  }

  /** The same with Jetty's client under streams. */
  public static SolrTransport open(TransportSettings settings) {
    return open(settings, HttpClientKind.JETTY);
  }

  /** Begins to act on clients; only one can be open. Streams read over this kind of client. */
  public static synchronized SolrTransport open(
      TransportSettings settings, HttpClientKind reading) {
    if (open != null) {
      throw new IllegalStateException("another run has its transport open in this JVM");
    }
    open = new SolrTransport(settings, reading, System.getProperty(ObservedClientFactory.PROPERTY));
    System.setProperty(ObservedClientFactory.PROPERTY, ObservedClientFactory.class.getName());
    return open;
  }

  /** The transport that is open, if one is: clients that outlive it are left alone. */
  static Optional<SolrTransport> current() {
    return Optional.ofNullable(open);
  }

  /** The factory that the user had named before, which still gets every client. */
  String previousFactory() {
    return previousFactory;
  }

  /** A client for {@link #BENCHMARK_CLIENT} or {@link #PREPARING_CLIENT}. */
  public OwnClient newClient(String owner) {
    return newClient(
        owner, owner.equals(BENCHMARK_CLIENT) ? STREAM_IDLE_SECONDS : INDEXING_IDLE_SECONDS);
  }

  /** The same, whose silent connections fail after so many seconds. */
  public OwnClient newClient(String owner, long idleSeconds) {
    ownerBeingBuilt.set(owner);
    try {
      SolrJettyClient client =
          SolrJettyClient.create(
              settings.client(), idleSeconds, Math.min(idleSeconds, CONNECT_SECONDS));
      JettyClient jetty = new JettyClient(client.jetty());
      if (owner.equals(BENCHMARK_CLIENT)) {
        jetty.limit(settings.connections());
        if (settings.distance().present()) {
          RelayedAddresses.install(jetty.http(), relays);
        }
      }
      ServerTimings timings = new ServerTimings();
      client.report(timings);
      return new OwnClient(client, jetty, reading, timings);
    } finally {
      ownerBeingBuilt.remove();
    }
  }

  /** Returns whether a Solr client has connections of its own that were not seen before. */
  boolean isNew(HttpClient client) {
    return known.add(client);
  }

  /** Called for every Solr client of the JVM when it is made, and again when it is shared. */
  void configure(HttpClient client) {
    JettyClient jetty = new JettyClient(client);
    jetty.http2().ifPresent(this::configure);
    if (ownerBeingBuilt.get() != null) {
      ownClients.add(jetty.http());
    } else if (!ownClients.contains(jetty.http())) {
      synchronized (nodeClients) {
        nodeClients.add(jetty.effective());
      }
    }
  }

  private void configure(HTTP2Client http2) {
    FlowControlSettings strategy = settings.flowControl();
    ClientStrategies.setWindows(http2, strategy);
    settings.input().bufferSize().ifPresent(http2::setInputBufferSize);
    settings.input().maxFrameSize().ifPresent(http2::setMaxFrameSize);
    FlowControlStrategy.Factory present = http2.getFlowControlStrategyFactory();
    if (FlowControlMonitor.unobserved(present) == present) { // else it was seen before
      http2.setFlowControlStrategyFactory(
          monitor.observing(
              ClientStrategies.of(http2, strategy),
              new SessionOwner(
                  Role.CLIENT, Objects.requireNonNullElse(ownerBeingBuilt.get(), NODE_CLIENT))));
    }
  }

  /**
   * Keeps account of a node's server that has not been started yet, and puts the settings on it.
   */
  public void observe(Server server) {
    for (Connector connector : server.getConnectors()) {
      ServerClock.addTo(connector);
      connector.getConnectionFactories().stream()
          .filter(HttpConfiguration.ConnectionFactory.class::isInstance)
          .map(HttpConfiguration.ConnectionFactory.class::cast)
          .forEach(http -> setOutput(http.getHttpConfiguration()));
      connector.getConnectionFactories().stream()
          .filter(AbstractHTTP2ServerConnectionFactory.class::isInstance)
          .map(AbstractHTTP2ServerConnectionFactory.class::cast)
          .forEach(this::observe);
    }
  }

  private void setOutput(HttpConfiguration http) {
    http.setOutputBufferSize(settings.output().bufferSize()); // sets the other size as well
    http.setOutputAggregationSize(settings.output().aggregationSize());
    nodeOutputs.add(new NodeOutput(http.getOutputBufferSize(), http.getOutputAggregationSize()));
  }

  private void observe(AbstractHTTP2ServerConnectionFactory http2) {
    settings.connections().maxConcurrentStreams().ifPresent(http2::setMaxConcurrentStreams);
    http2.setFlowControlStrategyFactory(
        monitor.observing(
            http2.getFlowControlStrategyFactory(), new SessionOwner(Role.SERVER, NODE)));
  }

  /** Makes ready to record; {@code folder} is for what does not fit into memory. */
  public FlowControlRecording prepareRecording(Path folder) {
    return monitor.prepareRecording(folder);
  }

  /** The cost of flow control for the benchmark's own client since it began. */
  public FlowControlTotals totals() {
    return monitor.totals(SolrTransport::isBenchmark);
  }

  /** The cost of flow control for the clients inside the nodes of this JVM since they began. */
  public FlowControlTotals nodeTotals() {
    return monitor.totals(owner -> owner.name().equals(NODE_CLIENT));
  }

  /** The settings that were really in effect on the clients inside the nodes, each once. */
  public List<EffectiveSettings> nodeClients() {
    synchronized (nodeClients) {
      return List.copyOf(nodeClients);
    }
  }

  /** The buffers in effect on the nodes' servers: one entry if all were alike. */
  public List<NodeOutput> nodeOutputs() {
    return List.copyOf(nodeOutputs);
  }

  /** The sessions of the benchmark's own client. */
  public List<SessionState> clientSessions() {
    return monitor.sessions(SolrTransport::isBenchmark);
  }

  /** The URL of a stream's request, without the query, while the stream is open. */
  public Optional<String> url(String session, int stream) {
    return monitor.url(session, stream);
  }

  /** Every other HTTP/2 session of this JVM: the nodes' ends, and clients inside nodes. */
  public List<SessionState> otherSessions() {
    return monitor.sessions(owner -> !isBenchmark(owner));
  }

  /** Forgets the benchmark's open streams, before the only reading begins. */
  public void nobodyReads() {
    monitor.nobodyReads(SolrTransport::isBenchmark);
  }

  /** The number of the benchmark's sessions, and the most streams open at a time on one. */
  public FlowControlMonitor.Sharing sharing() {
    return monitor.sharing(SolrTransport::isBenchmark);
  }

  private static boolean isBenchmark(SessionOwner owner) {
    return owner.name().equals(BENCHMARK_CLIENT);
  }

  @Override
  public void close() {
    relays.close();
    synchronized (SolrTransport.class) {
      if (open == this) {
        open = null;
        if (previousFactory == null) {
          System.clearProperty(ObservedClientFactory.PROPERTY);
        } else {
          System.setProperty(ObservedClientFactory.PROPERTY, previousFactory);
        }
      }
    }
  }

  /**
   * A Solr client that is not a node's.
   *
   * @param timings the times that nodes tell of their part in a request; our nodes do
   */
  public record OwnClient(
      SolrJettyClient solr, JettyClient jetty, HttpClientKind reading, ServerTimings timings)
      implements AutoCloseable {
    /** New clients for streams; the caller closes them. */
    public SolrClientCache streams() {
      return solr.streams(reading);
    }

    /** A builder of a client for a whole cluster over these connections, which it never closes. */
    public CloudHttp2SolrClient.Builder cloud(String zkHost) {
      return solr.cloud(zkHost);
    }

    /** Sends a request to a node rather than to the leader of a shard. */
    public <R extends SolrResponse> R request(
        String baseUrl, String collection, SolrRequest<R> request)
        throws SolrServerException, IOException {
      return solr.request(baseUrl, collection, request);
    }

    /** The settings that are really in effect. */
    public EffectiveSettings effective() {
      return reading == HttpClientKind.JDK ? EffectiveSettings.ofJdk() : jetty.effective();
    }

    /** Connections that are open, to all nodes together. */
    public int openConnections() {
      return jetty.openConnections();
    }

    /** The resources of this client apart from windows, at this moment. */
    public ClientResources resources() {
      return ResourceGauge.of(solr);
    }

    /** Jetty's own dump of this client, settings and connections included. */
    public String dump() {
      return jetty.http().dump();
    }

    /** Cuts every connection; the ordinary way reads each response first, and never ends. */
    public void abort() throws Exception {
      jetty.http().stop();
    }

    @Override
    public void close() {
      solr.close();
    }
  }
}
