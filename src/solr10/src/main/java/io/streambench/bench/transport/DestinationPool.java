package io.streambench.bench.transport;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.client.AbstractConnectionPool;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.ConnectionPool.MaxMultiplexable;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.transport.HttpDestination;
import org.eclipse.jetty.http2.client.transport.internal.HttpConnectionOverHTTP2;
import org.eclipse.jetty.util.Pool;

/** Reads the state of a Jetty 12 client's connection pools. */
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
    if (pool == null) {
      return PooledStreams.unknown(waiting); // the client is being stopped
    }
    List<PooledStreams.Connection> open = new ArrayList<>();
    for (Pool.Entry<?> entry : pool.stream().toList()) {
      if (entry.getPooled() instanceof Connection connection) {
        open.add(
            new PooledStreams.Connection(
                connection instanceof HttpConnectionOverHTTP2,
                connection instanceof HttpConnectionOverHTTP2 http2
                    ? http2.getSession().getStreams().size()
                    : entry.isInUse() ? 1 : 0,
                connection instanceof MaxMultiplexable shared ? shared.getMaxMultiplex() : 1));
      }
    }
    int limit =
        connections instanceof SparseConnectionPool sparse ? sparse.maxStreams : Integer.MAX_VALUE;
    return PooledStreams.of(waiting, open, pool.getMaxSize(), limit);
  }
}
