package io.streambench.transport;

import org.eclipse.jetty.client.AbstractConnectionPool;
import org.eclipse.jetty.client.Destination;
import org.eclipse.jetty.client.MultiplexConnectionPool;
import org.eclipse.jetty.util.ConcurrentPool;

/** Connections with fewer streams each than their node allows; when one is full, another opens. */
final class SparseConnectionPool extends AbstractConnectionPool {
  private final int streams;

  SparseConnectionPool(Destination destination, int connections, int streams) {
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
                            streams,
                            MultiplexConnectionPool.newMaxMultiplexer(streams)
                                .applyAsInt(connection)))),
        streams);
    this.streams = streams;
  }

  /** The most streams on a connection, where the node does not allow fewer. */
  int streams() {
    return streams;
  }
}
