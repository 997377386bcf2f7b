package io.streambench.strategy;

import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.client.HTTP2Client;

/**
 * Shows how the HTTP/2 connections of this JVM's repaired clients stand, by destination. One thread
 * looks once a second at what is there.
 *
 * <p>Never throws: whatever goes wrong is one warning, after which nothing is shown any more.
 */
final class ClientMetrics {
  private static final String DESTINATION = "Destination";
  private static final String MEMORY = "UnreadMemory";
  private static final String OFF =
      "Metrics of unread HTTP/2 data are off in this JVM; the stall repair stays on: ";

  private static final int MOST_REMEMBERED = 1_000;
  private static final long PERIOD_MILLIS = 1_000;

  private final Set<HTTP2Client> clients =
      Collections.newSetFromMap(Collections.synchronizedMap(new WeakHashMap<>()));
  private final Map<String, DestinationFigures> destinations = new HashMap<>();
  private final Map<String, Long> stalledBefore = new HashMap<>();
  private final List<MetricsSink> sinks;
  private final LongSupplier nanoTime;
  private final OnceLog log;
  private boolean memoryShown;
  private boolean over;

  /** Made of parts; {@link #look} is to be called once a second. */
  ClientMetrics(List<MetricsSink> sinks, LongSupplier nanoTime, OnceLog log) {
    this.sinks = sinks;
    this.nanoTime = nanoTime;
    this.log = log;
  }

  /**
   * Shows a client among those of this JVM; the thread begins with the first. The repair goes on
   * where this fails.
   *
   * @param budget of the memory of its unread data, if it has one
   */
  static void begin(HTTP2Client client, Optional<UnreadBudget> budget, OnceLog log) {
    ClientMetrics ofJvm = OfJvm.METRICS;
    if (ofJvm == null) {
      log.warn(OFF + OfJvm.problem);
      return;
    }
    ofJvm.watch(client);
    budget.ifPresent(ofJvm::watch);
  }

  private static final class OfJvm {
    private static String problem;

    /** Null if there are none, for that problem. */
    private static final ClientMetrics METRICS = begun();

    private static ClientMetrics begun() {
      try {
        return running();
      } catch (Exception | LinkageError | OutOfMemoryError e) { // no right, no class, no thread
        problem = e.toString();
        return null;
      }
    }

    private static ClientMetrics running() {
      List<MetricsSink> sinks = new ArrayList<>();
      sinks.add(new JmxSink(ManagementFactory.getPlatformMBeanServer()));
      try {
        sinks.add(new SolrMetricsSink());
      } catch (LinkageError e) {
        // a client without Solr's server has no such library, and nobody to read it
      }
      ClientMetrics metrics = new ClientMetrics(sinks, System::nanoTime, new OnceLog());
      ScheduledExecutorService timer =
          Executors.newSingleThreadScheduledExecutor(
              task -> {
                Thread thread = new Thread(task, "streambench-metrics");
                thread.setDaemon(true);
                return thread;
              });
      var unused =
          timer.scheduleWithFixedDelay(
              () -> {
                if (!metrics.look()) {
                  timer.shutdown();
                }
              },
              PERIOD_MILLIS,
              PERIOD_MILLIS,
              TimeUnit.MILLISECONDS);
      return metrics;
    }
  }

  /** Shows this client's connections from now on, for as long as somebody holds it. */
  void watch(HTTP2Client client) {
    clients.add(client);
  }

  /** Shows the memory of unread data as well. */
  synchronized void watch(UnreadBudget budget) {
    if (memoryShown || over) {
      return;
    }
    memoryShown = true;
    try {
      for (MetricsSink sink : sinks) {
        sink.show(MEMORY, "", new UnreadMemory(budget));
      }
    } catch (Exception | LinkageError | OutOfMemoryError e) {
      giveUp(e);
    }
  }

  /** Looks at all connections; returns whether to go on. */
  synchronized boolean look() {
    if (over) {
      return false;
    }
    try {
      show(seen(), nanoTime.getAsLong());
    } catch (Exception | LinkageError | OutOfMemoryError e) {
      giveUp(e);
    }
    return !over;
  }

  private Map<String, Map<HTTP2Session, SessionFigures>> seen() {
    Map<String, Map<HTTP2Session, SessionFigures>> seen = new HashMap<>();
    for (HTTP2Client client : List.copyOf(clients)) {
      for (HTTP2Session session : client.getBeans(HTTP2Session.class)) {
        SocketAddress remote = session.getRemoteSocketAddress();
        if (remote != null) { // which a closed one has no more
          seen.computeIfAbsent(address(remote), name -> new IdentityHashMap<>())
              .put(session, SessionFigures.of(session));
        }
      }
    }
    return seen;
  }

  /** The host and port of a server, without a query to a name server. */
  private static String address(SocketAddress remote) {
    return remote instanceof InetSocketAddress inet
        ? inet.getHostString() + ":" + inet.getPort()
        : remote.toString();
  }

  private void show(Map<String, Map<HTTP2Session, SessionFigures>> seen, long nowNanos)
      throws Exception {
    for (Map.Entry<String, Map<HTTP2Session, SessionFigures>> one : seen.entrySet()) {
      DestinationFigures figures = destinations.get(one.getKey());
      boolean known = figures != null;
      if (!known) {
        figures = new DestinationFigures(stalledBefore.getOrDefault(one.getKey(), 0L));
        destinations.put(one.getKey(), figures);
      }
      figures.update(one.getValue(), nowNanos);
      if (!known) {
        for (MetricsSink sink : sinks) {
          sink.show(DESTINATION, one.getKey(), figures);
        }
      }
    }
    for (String gone : new TreeSet<>(destinations.keySet())) {
      if (!seen.containsKey(gone)) {
        hide(gone);
      }
    }
  }

  private void hide(String name) throws Exception {
    DestinationFigures gone = destinations.remove(name);
    if (gone != null && gone.stalledNanosTotal() > 0 && stalledBefore.size() < MOST_REMEMBERED) {
      stalledBefore.put(name, gone.stalledNanosTotal());
    }
    for (MetricsSink sink : sinks) {
      sink.hide(DESTINATION, name);
    }
  }

  /** Hides all: figures that are half shown would be believed. */
  private void giveUp(Throwable reason) {
    over = true;
    Set<String> names = new TreeSet<>(destinations.keySet());
    destinations.clear();
    for (MetricsSink sink : sinks) {
      names.forEach(name -> hideQuietly(sink, DESTINATION, name));
      hideQuietly(sink, MEMORY, "");
    }
    log.warn(OFF + reason, reason);
  }

  private static void hideQuietly(MetricsSink sink, String type, String name) {
    try {
      sink.hide(type, name);
    } catch (Exception | LinkageError e) {
      // the reason is told once
    }
  }
}
