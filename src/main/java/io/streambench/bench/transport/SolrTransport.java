package io.streambench.bench.transport;

import io.streambench.bench.settings.ConnectionSettings;
import io.streambench.bench.settings.FlowControlSettings;
import io.streambench.bench.settings.HttpClientKind;
import io.streambench.bench.settings.NodeOutput;
import io.streambench.bench.settings.TransportSettings;
import io.streambench.bench.transport.relay.RelayedAddresses;
import io.streambench.bench.transport.relay.Relays;
import io.streambench.flow.events.Role;
import io.streambench.flow.recording.FlowControlMonitor;
import io.streambench.flow.recording.FlowControlTotals;
import io.streambench.flow.recording.SessionOwner;
import io.streambench.strategy.SolrHttpClientAccess;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
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
  private final HttpClientKind readingClient;
  private final Relays relays;
  private final FlowControlMonitor monitor = new FlowControlMonitor();
  private final String previousFactory;
  private final Set<EffectiveSettings> nodeClients = new LinkedHashSet<>();
  private final Set<NodeOutput> nodeOutputs = ConcurrentHashMap.newKeySet();
  private final Set<HttpClient> ownClients = ConcurrentHashMap.newKeySet();
  private final Set<HttpClient> knownClients =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
  private final ThreadLocal<String> ownerBeingBuilt = new ThreadLocal<>();

  private SolrTransport(
      TransportSettings settings, HttpClientKind reading, String previousFactory) {
    this.settings = settings;
    this.readingClient = reading;
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
      if (owner.equals(BENCHMARK_CLIENT)) {
        limit(client.jetty());
        if (settings.distance().isPresent()) {
          RelayedAddresses.install(client.jetty(), relays);
        }
      }
      ServerTimings timings = new ServerTimings();
      client.reportTimings(timings);
      return new OwnClient(client, client.jetty(), readingClient, timings);
    } finally {
      ownerBeingBuilt.remove();
    }
  }

  /** Limits connections, and over HTTP/2 the streams on them, before the first is opened. */
  private void limit(HttpClient http) {
    ConnectionSettings limits = settings.connections();
    limits.perDestination().ifPresent(http::setMaxConnectionsPerDestination);
    if (SolrHttpClientAccess.http2Of(http).isPresent()
        && limits.streamsPerConnection().isPresent()) {
      int streams = limits.streamsPerConnection().getAsInt();
      http.getTransport()
          .setConnectionPoolFactory(
              destination ->
                  new SparseConnectionPool(
                      destination, http.getMaxConnectionsPerDestination(), streams));
    }
  }

  /** Returns whether a Solr client has connections of its own that were not seen before. */
  boolean markKnown(HttpClient client) {
    return knownClients.add(client);
  }

  /** Called for every Solr client of the JVM when it is made, and again when it is shared. */
  void configure(HttpClient client) {
    SolrHttpClientAccess.http2Of(client).ifPresent(this::configure);
    if (ownerBeingBuilt.get() != null) {
      ownClients.add(client);
    } else if (!ownClients.contains(client)) {
      synchronized (nodeClients) {
        nodeClients.add(EffectiveSettings.of(client));
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
          .forEach(http -> configureOutput(http.getHttpConfiguration()));
      connector.getConnectionFactories().stream()
          .filter(AbstractHTTP2ServerConnectionFactory.class::isInstance)
          .map(AbstractHTTP2ServerConnectionFactory.class::cast)
          .forEach(this::observe);
    }
  }

  private void configureOutput(HttpConfiguration http) {
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

  /** The HTTP/2 sessions of this JVM: of the benchmark's client, of nodes, and of their clients. */
  public FlowControlMonitor monitor() {
    return monitor;
  }

  /** Selects the sessions of the benchmark's own client. */
  public static boolean isBenchmark(SessionOwner owner) {
    return owner.name().equals(BENCHMARK_CLIENT);
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
}
