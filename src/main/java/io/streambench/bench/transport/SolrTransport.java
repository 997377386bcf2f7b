package io.streambench.bench.transport;

import io.streambench.bench.settings.ConnectionSettings;
import io.streambench.bench.settings.FlowControlSettings;
import io.streambench.bench.settings.HttpClientKind;
import io.streambench.bench.settings.NodeOutput;
import io.streambench.bench.settings.TransportSettings;
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
 * The transport of a run, which applies the run's settings to every Solr client of this JVM, and
 * monitors the clients' HTTP/2 sessions. Only one transport can be open in a JVM.
 */
public final class SolrTransport implements AutoCloseable {
  /** The owner name of the benchmark's own sessions. */
  public static final String BENCHMARK_CLIENT = "benchmark";

  /** The owner name of sessions that prepare a run by indexing and counting documents. */
  public static final String PREPARING_CLIENT = "preparing";

  private static final String NODE_CLIENT = "node-to-node";
  private static final String NODE = "node";

  /** The idle timeout of streams. It is long so that the watchdog detects a stall first. */
  private static final long STREAM_IDLE_TIMEOUT_SECONDS = 600;

  /** The idle timeout of requests that prepare a run, before its watchdog starts. */
  private static final long PREPARING_IDLE_TIMEOUT_SECONDS = 60;

  /** Solr's default timeout for connecting. */
  private static final long CONNECT_TIMEOUT_SECONDS = 60;

  private static volatile SolrTransport openTransport;

  private final TransportSettings settings;
  private final HttpClientKind readingClientKind;
  private final Relays relays;
  private final FlowControlMonitor monitor = new FlowControlMonitor();
  private final String previousFactory;
  private final Set<EffectiveSettings> nodeClients = new LinkedHashSet<>();
  private final Set<NodeOutput> nodeOutputs = ConcurrentHashMap.newKeySet();
  private final Set<HttpClient> ownClients = ConcurrentHashMap.newKeySet();
  private final Set<HttpClient> knownClients =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
  private final ThreadLocal<String> newClientOwner = new ThreadLocal<>();

  private SolrTransport(
      TransportSettings settings, HttpClientKind readingClient, String previousFactory) {
    this.settings = settings;
    this.readingClientKind = readingClient;
    this.relays = new Relays(settings.distance());
    this.previousFactory = previousFactory;
  }

  /** Opens a transport whose streams use Jetty's client. */
  public static SolrTransport open(TransportSettings settings) {
    return open(settings, HttpClientKind.JETTY);
  }

  /**
   * Opens a transport, which configures all new Solr clients until the transport is closed. Throws
   * {@link IllegalStateException} if another transport is open.
   *
   * @param readingClient the HTTP client that reads streams
   */
  public static synchronized SolrTransport open(
      TransportSettings settings, HttpClientKind readingClient) {
    if (openTransport != null) {
      throw new IllegalStateException("another run has its transport open in this JVM");
    }
    openTransport =
        new SolrTransport(
            settings, readingClient, System.getProperty(ObservedClientFactory.PROPERTY));
    System.setProperty(ObservedClientFactory.PROPERTY, ObservedClientFactory.class.getName());
    return openTransport;
  }

  /** Returns the open transport; empty if no transport is open. */
  static Optional<SolrTransport> current() {
    return Optional.ofNullable(openTransport);
  }

  /** Returns the class name of the user's own client factory; null if there is none. */
  String previousFactory() {
    return previousFactory;
  }

  /** Creates a client. {@code owner} is {@link #BENCHMARK_CLIENT} or {@link #PREPARING_CLIENT}. */
  public OwnClient newClient(String owner) {
    return newClient(
        owner,
        owner.equals(BENCHMARK_CLIENT)
            ? STREAM_IDLE_TIMEOUT_SECONDS
            : PREPARING_IDLE_TIMEOUT_SECONDS);
  }

  /** Creates a client for {@code owner} with an idle timeout of {@code idleSeconds} seconds. */
  public OwnClient newClient(String owner, long idleSeconds) {
    newClientOwner.set(owner);
    try {
      SolrJettyClient client =
          SolrJettyClient.create(
              settings.clientProtocol(),
              idleSeconds,
              Math.min(idleSeconds, CONNECT_TIMEOUT_SECONDS));
      if (owner.equals(BENCHMARK_CLIENT)) {
        limitConnections(client.jetty());
        if (settings.distance().isPresent()) {
          relays.install(client.jetty());
        }
      }
      ServerTimings timings = new ServerTimings();
      client.reportTimings(timings);
      return new OwnClient(client, readingClientKind, timings);
    } finally {
      newClientOwner.remove();
    }
  }

  /** Limits the connections of a client that has not connected, and the streams per connection. */
  private void limitConnections(HttpClient http) {
    ConnectionSettings limits = settings.connections();
    limits.connectionsPerDestination().ifPresent(http::setMaxConnectionsPerDestination);
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

  /** Returns whether this is the first call of this method with the given client. */
  boolean addIfUnknown(HttpClient client) {
    return knownClients.add(client);
  }

  /** Applies the settings to a Solr client. May be called several times with the same client. */
  void configure(HttpClient client) {
    SolrHttpClientAccess.http2Of(client).ifPresent(this::configure);
    if (newClientOwner.get() != null) {
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
    settings.inputBufferSize().ifPresent(http2::setInputBufferSize);
    settings.maxFrameSize().ifPresent(http2::setMaxFrameSize);
    FlowControlStrategy.Factory present = http2.getFlowControlStrategyFactory();
    if (FlowControlMonitor.unwrap(present) == present) { // otherwise it is already observed
      http2.setFlowControlStrategyFactory(
          monitor.observe(
              ClientStrategies.of(http2, strategy),
              new SessionOwner(
                  Role.CLIENT, Objects.requireNonNullElse(newClientOwner.get(), NODE_CLIENT))));
    }
  }

  /** Applies the settings to a node's server that has not started, and observes its sessions. */
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
    http.setOutputBufferSize(
        settings.nodeOutput().bufferSize()); // setting one size also changes the other
    http.setOutputAggregationSize(settings.nodeOutput().aggregationSize());
    nodeOutputs.add(new NodeOutput(http.getOutputBufferSize(), http.getOutputAggregationSize()));
  }

  private void observe(AbstractHTTP2ServerConnectionFactory http2) {
    settings.connections().maxConcurrentStreams().ifPresent(http2::setMaxConcurrentStreams);
    http2.setFlowControlStrategyFactory(
        monitor.observe(
            http2.getFlowControlStrategyFactory(), new SessionOwner(Role.SERVER, NODE)));
  }

  /** Returns the monitor of all HTTP/2 sessions of this JVM's clients and nodes. */
  public FlowControlMonitor monitor() {
    return monitor;
  }

  /** Returns whether the owner is the benchmark's own client. */
  public static boolean isBenchmarkClient(SessionOwner owner) {
    return owner.name().equals(BENCHMARK_CLIENT);
  }

  /** Returns the flow-control totals of the clients inside this JVM's nodes, since they started. */
  public FlowControlTotals nodeTotals() {
    return monitor.takeTotals(owner -> owner.name().equals(NODE_CLIENT));
  }

  /** Returns the distinct effective settings of the clients inside the nodes. */
  public List<EffectiveSettings> nodeClients() {
    synchronized (nodeClients) {
      return List.copyOf(nodeClients);
    }
  }

  /** Returns the distinct effective buffer settings of the nodes' servers. */
  public List<NodeOutput> nodeOutputs() {
    return List.copyOf(nodeOutputs);
  }

  @Override
  public void close() {
    relays.close();
    synchronized (SolrTransport.class) {
      if (openTransport == this) {
        openTransport = null;
        if (previousFactory == null) {
          System.clearProperty(ObservedClientFactory.PROPERTY);
        } else {
          System.setProperty(ObservedClientFactory.PROPERTY, previousFactory);
        }
      }
    }
  }
}
