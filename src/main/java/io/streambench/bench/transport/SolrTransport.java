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
 * While it is open, applies a run's settings to every Solr client of this JVM, and monitors the
 * clients' HTTP/2 sessions. Only one transport can be open, since its hook is a system property.
 */
public final class SolrTransport implements AutoCloseable {
  /** Owner of the benchmark's own sessions. */
  public static final String BENCHMARK_CLIENT = "benchmark";

  /** Owner of the sessions that prepare a run by indexing and counting documents. */
  public static final String PREPARING_CLIENT = "preparing";

  private static final String NODE_CLIENT = "node-to-node";
  private static final String NODE = "node";

  /**
   * Idle timeout of streams; long, since the watchdog, not this timeout, decides whether a stream
   * stalls.
   */
  private static final long STREAM_IDLE_TIMEOUT_SECONDS = 600;

  /** Idle timeout of requests that prepare a run, which has no watchdog at that time. */
  private static final long PREPARING_IDLE_TIMEOUT_SECONDS = 60;

  /** Solr's own timeout for connecting. */
  private static final long CONNECT_TIMEOUT_SECONDS = 60;

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
  private final ThreadLocal<String> newClientOwner = new ThreadLocal<>();

  private SolrTransport(
      TransportSettings settings, HttpClientKind readingClient, String previousFactory) {
    this.settings = settings;
    this.readingClient = readingClient;
    this.relays = new Relays(settings.distance());
    this.previousFactory = previousFactory;
  }

  /** Opens a transport whose streams use Jetty's client. */
  public static SolrTransport open(TransportSettings settings) {
    return open(settings, HttpClientKind.JETTY);
  }

  /**
   * Opens a transport, which configures clients until it is closed. Throws if another one is open.
   *
   * @param readingClient the HTTP client that reads streams
   */
  public static synchronized SolrTransport open(
      TransportSettings settings, HttpClientKind readingClient) {
    if (open != null) {
      throw new IllegalStateException("another run has its transport open in this JVM");
    }
    open =
        new SolrTransport(
            settings, readingClient, System.getProperty(ObservedClientFactory.PROPERTY));
    System.setProperty(ObservedClientFactory.PROPERTY, ObservedClientFactory.class.getName());
    return open;
  }

  /** The open transport, if any; clients that outlive a transport are no longer configured. */
  static Optional<SolrTransport> current() {
    return Optional.ofNullable(open);
  }

  /** The factory that the user had configured before, which is still called for every client. */
  String previousFactory() {
    return previousFactory;
  }

  /** Creates a client owned by {@link #BENCHMARK_CLIENT} or {@link #PREPARING_CLIENT}. */
  public OwnClient newClient(String owner) {
    return newClient(
        owner,
        owner.equals(BENCHMARK_CLIENT)
            ? STREAM_IDLE_TIMEOUT_SECONDS
            : PREPARING_IDLE_TIMEOUT_SECONDS);
  }

  /** Creates a client for this owner; idle connections time out after {@code idleSeconds}. */
  public OwnClient newClient(String owner, long idleSeconds) {
    newClientOwner.set(owner);
    try {
      SolrJettyClient client =
          SolrJettyClient.create(
              settings.client(), idleSeconds, Math.min(idleSeconds, CONNECT_TIMEOUT_SECONDS));
      if (owner.equals(BENCHMARK_CLIENT)) {
        limit(client.jetty());
        if (settings.distance().isPresent()) {
          RelayedAddresses.install(client.jetty(), relays);
        }
      }
      ServerTimings timings = new ServerTimings();
      client.reportTimings(timings);
      return new OwnClient(client, readingClient, timings);
    } finally {
      newClientOwner.remove();
    }
  }

  /** Limits connections and streams per connection; call it before the client connects. */
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

  /** Marks a client as known. Returns whether it was not known before. */
  boolean markKnown(HttpClient client) {
    return knownClients.add(client);
  }

  /** Applies the settings; called when any Solr client is created, and perhaps again later. */
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
    if (FlowControlMonitor.unobserved(present) == present) { // otherwise it is already observed
      http2.setFlowControlStrategyFactory(
          monitor.observing(
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
        settings.output().bufferSize()); // setting one size also changes the other
    http.setOutputAggregationSize(settings.output().aggregationSize());
    nodeOutputs.add(new NodeOutput(http.getOutputBufferSize(), http.getOutputAggregationSize()));
  }

  private void observe(AbstractHTTP2ServerConnectionFactory http2) {
    settings.connections().maxConcurrentStreams().ifPresent(http2::setMaxConcurrentStreams);
    http2.setFlowControlStrategyFactory(
        monitor.observing(
            http2.getFlowControlStrategyFactory(), new SessionOwner(Role.SERVER, NODE)));
  }

  /** The monitor of the HTTP/2 sessions of the client, the nodes, and the nodes' clients. */
  public FlowControlMonitor monitor() {
    return monitor;
  }

  /** Returns whether the owner is the benchmark's own client. */
  public static boolean isBenchmark(SessionOwner owner) {
    return owner.name().equals(BENCHMARK_CLIENT);
  }

  /** The flow-control cost of the clients inside this JVM's nodes since their start. */
  public FlowControlTotals nodeTotals() {
    return monitor.totals(owner -> owner.name().equals(NODE_CLIENT));
  }

  /** The distinct settings in effect on the clients inside the nodes. */
  public List<EffectiveSettings> nodeClients() {
    synchronized (nodeClients) {
      return List.copyOf(nodeClients);
    }
  }

  /** The distinct buffer settings in effect on the nodes' servers. */
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
