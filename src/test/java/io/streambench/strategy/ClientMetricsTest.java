package io.streambench.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.SharedMetricRegistries;
import io.streambench.recording.FlowControlMonitor;
import io.streambench.recording.H2cServer;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.InstanceAlreadyExistsException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.util.InputStreamResponseListener;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.http.HttpClientTransportOverHTTP2;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the metrics with a real client and server of Jetty's. */
@Timeout(60)
class ClientMetricsTest {
  private static final int SESSION_WINDOW = 200_000;
  private static final int STREAM_WINDOW = 150_000;
  private static final int RESPONSE = 1_000_000;
  private static final String MEMORY = "UnreadMemory ";

  private final AtomicLong nanos = new AtomicLong();
  private final Map<String, Object> shown = new TreeMap<>();
  private final HTTP2Client http2 = new HTTP2Client();
  private final FactoryLog log = new FactoryLog();
  private H2cServer server;
  private HttpClient client;
  private String destination;

  /** Keeps what is shown. */
  private final class Kept implements MetricsSink {
    @Override
    public void show(String type, String name, Object bean) {
      shown.put(type + " " + name, bean);
    }

    @Override
    public void hide(String type, String name) {
      shown.remove(type + " " + name);
    }
  }

  @BeforeEach
  void start() throws Exception {
    server = new H2cServer(new FlowControlMonitor(), SESSION_WINDOW, STREAM_WINDOW, RESPONSE);
    http2.setInitialSessionRecvWindow(SESSION_WINDOW);
    http2.setInitialStreamRecvWindow(STREAM_WINDOW);
    client = new HttpClient(new HttpClientTransportOverHTTP2(http2));
    client.setMaxConnectionsPerDestination(1);
    client.start();
    destination = "Destination 127.0.0.1:" + server.port();
  }

  @AfterEach
  void stop() throws Exception {
    client.stop();
    server.close();
    log.close();
  }

  private InputStream request() throws Exception {
    InputStreamResponseListener listener = new InputStreamResponseListener();
    client.newRequest("http://127.0.0.1:" + server.port()).send(listener);
    listener.get(30, TimeUnit.SECONDS);
    return listener.getInputStream();
  }

  private ClientMetrics metrics(MetricsSink... sinks) {
    ClientMetrics metrics = new ClientMetrics(List.of(sinks), nanos::get, new OnceLog());
    metrics.watch(http2);
    return metrics;
  }

  private DestinationMXBean figures() {
    return (DestinationMXBean) shown.get(destination);
  }

  private void second() {
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
  }

  @Test
  void aStreamThatStarvesIsCountedInSecondsUntilSomethingMoves() throws Exception {
    ClientMetrics metrics = metrics(new Kept());
    InputStream first = request();
    request();
    while (figures() == null || figures().getUnreadBytes() < SESSION_WINDOW) {
      assertThat(metrics.look()).isTrue();
      Thread.onSpinWait();
    }
    request();
    second();
    metrics.look();
    assertThat(figures().getSessions()).isEqualTo(1);
    assertThat(figures().getOpenStreams()).isEqualTo(3);
    assertThat(figures().getSmallestWindowBytes()).isZero();
    assertThat(figures().getUnreadBytes()).isEqualTo(SESSION_WINDOW);
    assertThat(figures().getStarvedStreams()).isEqualTo(1);
    assertThat(figures().getStalledSeconds()).isZero(); // before, no stream starved
    second();
    metrics.look();
    request(); // another query on the same connection moves no byte
    second();
    metrics.look();
    assertThat(figures().getStarvedStreams()).isEqualTo(2);
    assertThat(figures().getStalledSeconds()).isEqualTo(2);

    assertThat(first.readNBytes(SESSION_WINDOW / 4)).isNotEmpty();
    second();
    metrics.look();
    assertThat(figures().getStalledSeconds()).isZero();
    assertThat(figures().getStalledSecondsTotal()).isEqualTo(2);
    assertThat(log.warnings()).isEmpty();
  }

  @Test
  void unreadBytesOfOurStrategiesAreCountedAndADestinationGoesWithItsConnections()
      throws Exception {
    for (FlowControlKind kind : List.of(FlowControlKind.BUDGET, FlowControlKind.ON_RECEIPT)) {
      shown.clear();
      StrategySettings settings =
          RepairSettings.of(
              name -> name.equals(RepairSettings.KIND_PROPERTY) ? kind.toString() : null);
      http2.setFlowControlStrategyFactory(
          settings.strategies(http2.getFlowControlStrategyFactory()));
      ClientMetrics metrics = metrics(new Kept());
      InputStream unread = request();
      while (figures() == null || figures().getUnreadBytes() < BudgetFlowControl.STREAM_WINDOW) {
        assertThat(metrics.look()).isTrue();
        Thread.onSpinWait();
      }
      assertThat(figures().getStarvedStreams()).isZero();
      assertThat(unread.readAllBytes()).hasSize(RESPONSE);
      metrics.look();
      assertThat(figures().getUnreadBytes()).describedAs(kind.toString()).isZero();
      client.stop();
      while (!shown.isEmpty()) { // connections end on a thread of their own
        assertThat(metrics.look()).isTrue();
        Thread.onSpinWait();
      }
      client.start();
    }
  }

  @Test
  void whatFailsIsOneWarningAfterWhichNothingIsShown() throws Exception {
    MetricsSink broken =
        new MetricsSink() {
          @Override
          public void show(String type, String name, Object bean) {
            throw new SecurityException("not allowed");
          }

          @Override
          public void hide(String type, String name) {}
        };
    ClientMetrics metrics = metrics(new Kept(), broken);
    request();
    assertThat(metrics.look()).isFalse();
    assertThat(metrics.look()).isFalse();
    metrics.watch(new UnreadBudget(1 << 20));
    assertThat(shown).isEmpty();
    assertThat(log.warnings())
        .singleElement()
        .asString()
        .isEqualTo(
            "Metrics of unread HTTP/2 data are off in this JVM; the stall repair stays on:"
                + " java.lang.SecurityException: not allowed");
  }

  @Test
  void memoryIsShownOnceWithItsBudget() {
    ClientMetrics metrics = metrics(new Kept());
    metrics.watch(new UnreadBudget(1 << 20));
    metrics.watch(new UnreadBudget(1 << 30));
    UnreadMemoryMXBean memory = (UnreadMemoryMXBean) shown.get(MEMORY);
    assertThat(memory.getBudgetBytes()).isEqualTo(1 << 20);
    assertThat(memory.getHeldBytes()).isZero();
    assertThat(memory.getDirectLimitBytes()).isGreaterThan(memory.getDirectBytes());
  }

  @Test
  void mBeansHaveTheFiguresAndGoWithTheirDestination() throws Exception {
    MBeanServer beans = MBeanServerFactory.newMBeanServer();
    JmxSink sink = new JmxSink(beans);
    DestinationFigures figures = new DestinationFigures(0);
    figures.update(Map.of("one", new SessionFigures(3, 0, 5, 1)), 1);
    sink.show("Destination", "[::1]:8983", figures);
    assertThat(
            beans.getAttribute(JmxSink.objectName("Destination", "[::1]:8983"), "StarvedStreams"))
        .isEqualTo(1);
    sink.hide("Destination", "[::1]:8983");
    sink.hide("Destination", "[::1]:8983");
    JmxSink other = new JmxSink(beans);
    other.show("Destination", "[::1]:8983", figures);
    assertThatThrownBy(() -> sink.show("Destination", "[::1]:8983", figures))
        .isInstanceOf(InstanceAlreadyExistsException.class);
    sink.hide("Destination", "[::1]:8983");
    assertThat(beans.isRegistered(JmxSink.objectName("Destination", "[::1]:8983")))
        .describedAs("what another has shown stays")
        .isTrue();
    other.hide("Destination", "[::1]:8983");
    assertThat(beans.queryNames(null, null))
        .noneMatch(name -> name.getDomain().startsWith("io.streambench"));
  }

  @Test
  void solrsOwnMetricsHaveTheFiguresAndLoseThemWithTheirDestination() {
    MetricRegistry registry = SharedMetricRegistries.getOrCreate("solr.jvm");
    SolrMetricsSink sink = new SolrMetricsSink();
    DestinationFigures figures = new DestinationFigures(0);
    sink.show("Destination", "node:8983", figures);
    sink.show("Destination", "node:89831", figures);
    figures.update(Map.of("one", new SessionFigures(3, 0, 5, 1)), 1);
    Gauge<?> unread = registry.getGauges().get("streambench.destination.node:8983.unreadBytes");
    assertThat(unread.getValue()).isEqualTo(5L);
    sink.hide("Destination", "node:8983");
    assertThat(registry.getNames())
        .noneMatch(name -> name.startsWith("streambench.destination.node:8983."))
        .anyMatch(name -> name.startsWith("streambench.destination.node:89831."));
    sink.hide("Destination", "node:89831");
  }
}
