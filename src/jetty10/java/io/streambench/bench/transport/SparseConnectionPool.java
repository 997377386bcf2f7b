package io.streambench.bench.transport;

import org.eclipse.jetty.client.AbstractConnectionPool;
import org.eclipse.jetty.client.HttpDestination;
import org.eclipse.jetty.client.api.Connection;
import org.eclipse.jetty.util.Pool;

/** A pool that limits the streams per connection; it opens another connection when all are full. */
final class SparseConnectionPool extends AbstractConnectionPool {
  private final int maxStreams;

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
    // Also limits connections being opened, so that a burst opens only what it needs.
    setMaxMultiplex(maxStreams);
    this.maxStreams = maxStreams;
  }

  /** The maximum number of streams per connection, unless the node allows fewer. */
  int maxStreams() {
    return maxStreams;
  }
}
