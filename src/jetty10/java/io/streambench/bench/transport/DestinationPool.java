package io.streambench.bench.transport;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.client.AbstractConnectionPool;
import org.eclipse.jetty.client.ConnectionPool.Multiplexable;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpDestination;
import org.eclipse.jetty.client.api.Connection;
import org.eclipse.jetty.http2.client.http.HttpConnectionOverHTTP2;
import org.eclipse.jetty.util.Pool;

/** Reads the state of a Jetty 10 client's connection pools. */
final class DestinationPool {
  private DestinationPool() {}

  /** Returns the numbers of pooled streams by node. */
  static List<PooledStreams> of(HttpClient client) {
    return client.getDestinations().stream()
        .map(HttpDestination.class::cast)
        .map(DestinationPool::streams)
        .toList();
  }

  private static PooledStreams streams(HttpDestination destination) {
    int waiting = destination.getQueuedRequestCount();
    if (!(destination.getConnectionPool() instanceof AbstractConnectionPool connections)) {
      return PooledStreams.unknown(waiting);
    }
    Pool<?> pool = connections.getBean(Pool.class);
    List<PooledStreams.Connection> open = new ArrayList<>();
    for (Pool<?>.Entry entry : pool.values()) {
      if (entry.getPooled() instanceof Connection connection) {
        open.add(
            new PooledStreams.Connection(
                connection instanceof HttpConnectionOverHTTP2,
                connection instanceof HttpConnectionOverHTTP2 http2
                    ? http2.getSession().getStreams().size()
                    : entry.isInUse() ? 1 : 0,
                connection instanceof Multiplexable shared ? shared.getMaxMultiplex() : 1));
      }
    }
    int limit =
        connections instanceof SparseConnectionPool sparse ? sparse.maxStreams : Integer.MAX_VALUE;
    return PooledStreams.of(waiting, open, pool.getMaxEntries(), limit);
  }
}
