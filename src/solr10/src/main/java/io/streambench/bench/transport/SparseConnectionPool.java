package io.streambench.bench.transport;

import org.eclipse.jetty.client.AbstractConnectionPool;
import org.eclipse.jetty.client.Destination;
import org.eclipse.jetty.client.MultiplexConnectionPool;
import org.eclipse.jetty.util.ConcurrentPool;

/** A connection pool that opens a connection only if all others have {@code maxStreams} streams. */
final class SparseConnectionPool extends AbstractConnectionPool {
  /** The maximum number of streams per connection; a node may allow fewer. */
  final int maxStreams;

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
}
