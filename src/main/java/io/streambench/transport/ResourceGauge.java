package io.streambench.transport;

import io.streambench.analysis.ClientResources;
import io.streambench.strategy.DirectMemory;
import io.streambench.strategy.SolrsHttpClient;
import java.lang.reflect.Field;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.eclipse.jetty.client.AbstractConnectionPool;
import org.eclipse.jetty.client.ConnectionPool.Multiplexable;
import org.eclipse.jetty.client.HttpDestination;
import org.eclipse.jetty.client.api.Connection;
import org.eclipse.jetty.http2.client.http.HttpConnectionOverHTTP2;
import org.eclipse.jetty.util.Pool;

/**
 * Reads what a Solr client has left of streams, permits and direct memory; streams of the node for
 * which most requests wait, else of all.
 */
final class ResourceGauge {
  private static final long UNKNOWN = ClientResources.UNKNOWN;

  private ResourceGauge() {}

  static ClientResources of(Http2SolrClient solr) {
    List<Streams> nodes =
        SolrsHttpClient.of(solr).getDestinations().stream()
            .filter(HttpDestination.class::isInstance)
            .map(node -> Streams.of((HttpDestination) node))
            .toList();
    Streams streams =
        nodes.stream()
            .filter(node -> node.waiting > 0)
            .max(Comparator.comparingLong(Streams::waiting))
            .orElseGet(() -> nodes.stream().reduce(Streams.NONE, Streams::plus));
    Optional<Object> tracker = field(Http2SolrClient.class, "asyncTracker", solr);
    return new ClientResources(
        streams.waiting,
        streams.open,
        streams.slots,
        streams.shared,
        tracker
            .flatMap(found -> field(found.getClass(), "available", found))
            .filter(Semaphore.class::isInstance)
            .map(permits -> (long) ((Semaphore) permits).availablePermits())
            .orElse(UNKNOWN),
        tracker
            .flatMap(found -> field(found.getClass(), "MAX_OUTSTANDING_REQUESTS", null))
            .filter(Integer.class::isInstance)
            .map(most -> ((Integer) most).longValue())
            .orElse(UNKNOWN),
        DirectMemory.usedBytes(),
        DirectMemory.limitBytes());
  }

  /** Solr keeps its permits to itself, and has them under other names in other versions. */
  private static Optional<Object> field(Class<?> owner, String name, Object object) {
    try {
      Field field = owner.getDeclaredField(name);
      field.setAccessible(true);
      return Optional.ofNullable(field.get(object));
    } catch (ReflectiveOperationException | RuntimeException e) {
      return Optional.empty();
    }
  }

  private record Streams(long waiting, long open, long slots, boolean shared) {
    private static final Streams NONE = new Streams(0, 0, 0, false);

    static Streams of(HttpDestination node) {
      long waiting = node.getQueuedRequestCount();
      if (!(node.getConnectionPool() instanceof AbstractConnectionPool connections)) {
        return new Streams(waiting, UNKNOWN, UNKNOWN, true);
      }
      Pool<?> pool = connections.getBean(Pool.class);
      if (pool == null) {
        return new Streams(waiting, UNKNOWN, UNKNOWN, true);
      }
      long open = 0;
      long slots = 0;
      long most = 0;
      int opened = 0;
      boolean shared = false;
      for (Pool<?>.Entry entry : pool.values()) {
        if (entry.getPooled() instanceof Connection connection) {
          long allowed = allowed(connections, connection);
          if (allowed < 0) {
            return new Streams(waiting, UNKNOWN, UNKNOWN, true);
          }
          opened++;
          shared |= connection instanceof HttpConnectionOverHTTP2;
          open += open(connection, entry.isInUse());
          slots += allowed;
          most = Math.max(most, allowed);
        }
      }
      long notOpened = pool.getMaxEntries() - (long) opened;
      return new Streams(waiting, open, opened == 0 ? UNKNOWN : slots + notOpened * most, shared);
    }

    /** The server's limit, unless the client has a lower one; negative if it has told none yet. */
    private static long allowed(AbstractConnectionPool connections, Connection connection) {
      long server =
          connection instanceof Multiplexable multiplexable ? multiplexable.getMaxMultiplex() : 1;
      return connections instanceof SparseConnectionPool sparse && server >= 0
          ? Math.min(server, sparse.streams())
          : server;
    }

    private static long open(Connection connection, boolean inUse) {
      return connection instanceof HttpConnectionOverHTTP2 http2
          ? http2.getSession().getStreams().size()
          : inUse ? 1 : 0;
    }

    Streams plus(Streams other) {
      return new Streams(
          waiting + other.waiting,
          sum(open, other.open),
          sum(slots, other.slots),
          shared || other.shared);
    }

    private static long sum(long a, long b) {
      return a == UNKNOWN || b == UNKNOWN ? UNKNOWN : a + b;
    }
  }
}
