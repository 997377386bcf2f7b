package io.streambench.bench.transport;

import org.eclipse.jetty.client.AbstractConnectionPool;
import org.eclipse.jetty.client.Destination;
import org.eclipse.jetty.client.MultiplexConnectionPool;
import org.eclipse.jetty.util.ConcurrentPool;

/** A pool that limits the streams per connection; it opens another connection when all are full. */
final class SparseConnectionPool extends AbstractConnectionPool {
  private final int maxStreams;

  SparseConnectionPool(Destination destination, int connections, int maxStreams) {
    super(
        destination,
        () ->
            new ConcurrentPool<>(
                ConcurrentPool.StrategyType.FIRST,
                connections,
                connection ->
                    Math.max(
                        1,
                        Math.min(
                            maxStreams,
                            MultiplexConnectionPool.newMaxMultiplexer(maxStreams)
                                .applyAsInt(connection)))),
        maxStreams);
    this.maxStreams = maxStreams;
  }

  /** The maximum number of streams per connection, unless the node allows fewer. */
  int maxStreams() {
    return maxStreams;
  }
}
