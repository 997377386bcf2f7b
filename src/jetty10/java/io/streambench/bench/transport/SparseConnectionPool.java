package io.streambench.bench.transport;

import org.eclipse.jetty.client.AbstractConnectionPool;
import org.eclipse.jetty.client.HttpDestination;
import org.eclipse.jetty.client.api.Connection;
import org.eclipse.jetty.util.Pool;

/**
 * A connection pool that opens a new connection if all existing connections have {@code maxStreams}
 * open streams.
 */
final class SparseConnectionPool extends AbstractConnectionPool {
  /** The maximum number of streams per connection; a node may allow fewer. */
  final int maxStreams;

  SparseConnectionPool(HttpDestination destination, int connections, int maxStreams) {
    super(
        destination,
        new Pool<>(Pool.StrategyType.FIRST, connections, false) {
          @Override
          protected int getMaxMultiplex(Connection connection) {
            int allowed =
                connection instanceof Multiplexable multiplexable
                    ? multiplexable.getMaxMultiplex()
                    : super.getMaxMultiplex(connection);
            return Math.max(1, Math.min(maxStreams, allowed));
          }
        },
        destination);
    // Also applies to connections being opened, so that a burst opens only as many as it needs.
    setMaxMultiplex(maxStreams);
    this.maxStreams = maxStreams;
  }
}
