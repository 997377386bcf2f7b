package io.streambench.bench.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.client.AbstractConnectionPool;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.ConnectionPool.MaxMultiplexable;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.transport.HttpDestination;
import org.eclipse.jetty.http2.client.transport.internal.HttpConnectionOverHTTP2;
import org.eclipse.jetty.util.Pool;

/** A node's connections in a client of Jetty 12. */
record DestinationPool(HttpDestination destination) {
  static List<DestinationPool> of(HttpClient client) {
    return client.getDestinations().stream()
        .filter(HttpDestination.class::isInstance)
        .map(destination -> new DestinationPool((HttpDestination) destination))
        .toList();
  }

  int waitingRequests() {
    return destination.getQueuedRequestCount();
  }

  /** Returns the pool's connections; empty if the pool is of an unknown kind. */
  Optional<PooledConnections> connections() {
    if (!(destination.getConnectionPool() instanceof AbstractConnectionPool connections)) {
      return Optional.empty();
    }
    Pool<?> pool = connections.getBean(Pool.class);
    if (pool == null) {
      return Optional.empty();
    }
    List<PooledConnections.Connection> open = new ArrayList<>();
    for (Pool.Entry<?> entry : pool.stream().toList()) {
      if (entry.getPooled() instanceof Connection connection) {
        open.add(
            new PooledConnections.Connection(
                connection instanceof HttpConnectionOverHTTP2,
                connection instanceof HttpConnectionOverHTTP2 http2
                    ? http2.getSession().getStreams().size()
                    : entry.isInUse() ? 1 : 0,
                connection instanceof MaxMultiplexable shared ? shared.getMaxMultiplex() : 1));
      }
    }
    int limit =
        connections instanceof SparseConnectionPool sparse
            ? sparse.maxStreams()
            : Integer.MAX_VALUE;
    return Optional.of(new PooledConnections(open, pool.getMaxSize(), limit));
  }
}
