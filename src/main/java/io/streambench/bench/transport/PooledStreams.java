package io.streambench.bench.transport;

import io.streambench.flow.rule.ClientResources;
import java.util.List;
import java.util.LongSummaryStatistics;

/**
 * The streams on a client's connections to one or more nodes.
 *
 * @param waitingRequests requests that wait for a stream
 * @param slots maximum number of streams on all connections, including those not yet open
 * @param isShared whether several streams share a connection
 */
record PooledStreams(long waitingRequests, long openStreams, long slots, boolean isShared) {
  private static final long UNKNOWN = ClientResources.UNKNOWN;

  static final PooledStreams NONE = new PooledStreams(0, 0, 0, false);

  /**
   * An open connection.
   *
   * @param maxStreams the server's limit of concurrent streams; negative if not yet received from
   *     the server
   */
  record Connection(boolean http2, int streams, int maxStreams) {}

  /** Returns a result for a pool in which only the number of waiting requests is known. */
  static PooledStreams unknown(long waitingRequests) {
    return new PooledStreams(waitingRequests, UNKNOWN, UNKNOWN, true);
  }

  /**
   * Returns the streams of the connections to one node.
   *
   * @param maxConnections the number of connections that the client may open to the node
   * @param maxStreams the client's own limit of streams per connection
   */
  static PooledStreams of(
      long waitingRequests, List<Connection> connections, int maxConnections, int maxStreams) {
    if (connections.stream().anyMatch(connection -> connection.maxStreams < 0)) {
      return unknown(waitingRequests);
    }
    LongSummaryStatistics slots =
        connections.stream()
            .mapToLong(connection -> Math.min(connection.maxStreams, maxStreams))
            .summaryStatistics();
    return new PooledStreams(
        waitingRequests,
        connections.stream().mapToLong(Connection::streams).sum(),
        connections.isEmpty()
            ? UNKNOWN
            : slots.getSum() + (maxConnections - connections.size()) * slots.getMax(),
        connections.stream().anyMatch(Connection::http2));
  }

  PooledStreams plus(PooledStreams other) {
    return new PooledStreams(
        waitingRequests + other.waitingRequests,
        sumIfKnown(openStreams, other.openStreams),
        sumIfKnown(slots, other.slots),
        isShared || other.isShared);
  }

  private static long sumIfKnown(long a, long b) {
    return a == UNKNOWN || b == UNKNOWN ? UNKNOWN : a + b;
  }
}
