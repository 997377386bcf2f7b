package io.streambench.diagnose.heap;

import static io.streambench.flow.rule.ClientResources.UNKNOWN;

import io.streambench.flow.rule.ClientResources;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Reads from a heap dump how many streams, connections and permits the busiest client uses, and how
 * much direct memory is in use.
 */
final class HeapResources {
  /** Classes of SolrJ 9 and 10 that limit the number of requests in progress. */
  private static final List<String> REQUEST_TRACKER_CLASSES =
      List.of(
          "org.apache.solr.client.solrj.impl.Http2SolrClient$AsyncTracker",
          "org.apache.solr.client.solrj.jetty.HttpJettySolrClient$AsyncTracker");

  /** The suffix of the class name of an HTTP/1.1 connection in Jetty 10 and 12. */
  private static final String HTTP1_CONNECTION_SUFFIX = ".HttpConnectionOverHTTP";

  private static final String DIRECT_MEMORY_CLASS = "java.nio.Bits";

  private HeapResources() {}

  static ClientResources of(HeapDump dump) {
    Destination busiest =
        JettyNames.DESTINATIONS.stream()
            .flatMap(name -> dump.instances(name).stream())
            .map(Destination::of)
            .max(
                Comparator.comparingLong(Destination::waitingRequestCount)
                    .thenComparing(Destination::openStreamCount))
            .orElse(new Destination(UNKNOWN, UNKNOWN, UNKNOWN, true));
    return new ClientResources(
        busiest.waitingRequestCount,
        busiest.openStreamCount,
        busiest.streamSlotCount,
        busiest.isShared,
        REQUEST_TRACKER_CLASSES.stream()
            .flatMap(name -> dump.instances(name).stream())
            .map(tracker -> tracker.follow("available", "sync"))
            .filter(Objects::nonNull)
            .mapToLong(sync -> sync.number("state"))
            .min()
            .orElse(UNKNOWN),
        REQUEST_TRACKER_CLASSES.stream()
            .flatMap(name -> dump.staticNumber(name, "MAX_OUTSTANDING_REQUESTS").stream())
            .findFirst()
            .orElse(UNKNOWN),
        dump.staticNumber(DIRECT_MEMORY_CLASS, "TOTAL_CAPACITY").orElse(UNKNOWN),
        dump.staticNumber(DIRECT_MEMORY_CLASS, "MAX_MEMORY").orElse(UNKNOWN));
  }

  private record Destination(
      long waitingRequestCount, long openStreamCount, long streamSlotCount, boolean isShared) {
    static Destination of(HeapObject destination) {
      HeapObject queued = destination.follow("exchanges", "_size");
      long waiting = queued == null ? 0 : queued.number("value");
      HeapObject pool = destination.follow("connectionPool", "pool");
      if (pool == null) {
        return new Destination(waiting, UNKNOWN, UNKNOWN, true);
      }
      List<HeapObject> connections =
          HeapCollections.readList(pool.follow("entries")).stream()
              .map(Destination::connection)
              .filter(Objects::nonNull)
              .toList();
      long maxConnections = pool.number("maxEntries", pool.number("maxSize", connections.size()));
      // Requests wait only while no connection is idle.
      if (connections.stream()
          .anyMatch(connection -> connection.className().endsWith(HTTP1_CONNECTION_SUFFIX))) {
        return new Destination(waiting, connections.size(), maxConnections, false);
      }
      List<HeapObject> sessions =
          connections.stream()
              .map(connection -> connection.follow("session"))
              .filter(Objects::nonNull)
              .distinct()
              .toList();
      long open =
          sessions.stream()
              .mapToLong(session -> HeapCollections.readMap(session.follow("streams")).size())
              .sum();
      long streamsPerSession =
          sessions.stream()
              .mapToLong(session -> session.number("maxLocalStreams"))
              .max()
              .orElse(UNKNOWN);
      return new Destination(
          waiting,
          sessions.isEmpty() ? UNKNOWN : open,
          streamsPerSession < 1
              ? UNKNOWN
              : streamsPerSession * Math.max(maxConnections, sessions.size()),
          true);
    }

    /** Returns the connection of a pool entry, following weak references; null if there is none. */
    private static HeapObject connection(HeapObject poolEntry) {
      HeapObject strong = poolEntry.has("_weak") ? poolEntry.follow("_strong") : poolEntry;
      HeapObject entry = strong == null ? poolEntry.follow("_weak", "referent") : strong;
      return entry == null ? null : entry.follow("pooled");
    }
  }
}
