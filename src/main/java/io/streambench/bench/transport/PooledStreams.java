package io.streambench.bench.transport;

import io.streambench.flow.rule.ClientResources;
import java.util.List;
import java.util.LongSummaryStatistics;

/**
 * The streams of a client's connections to one node, or to several.
 *
 * @param waiting requests that wait for a stream
 * @param slots maximum streams of all connections, also of those not opened yet
 * @param shared whether several streams share a connection
 */
record PooledStreams(long waiting, long open, long slots, boolean shared) {
  private static final long UNKNOWN = ClientResources.UNKNOWN;

  static final PooledStreams NONE = new PooledStreams(0, 0, 0, false);

  /**
   * An open connection.
   *
   * @param maxStreams the server's limit of streams; negative if it has not sent one yet
   */
  record Connection(boolean http2, int streams, int maxStreams) {}

  /** The streams of a pool of an unknown kind, or with unknown limits. */
  static PooledStreams unknown(long waiting) {
    return new PooledStreams(waiting, UNKNOWN, UNKNOWN, true);
  }

  /**
   * The streams of the connections to one node.
   *
   * @param maxConnections the number of connections that the client may open to the node
   * @param maxStreams the client's own limit of streams per connection
   */
  static PooledStreams of(
      long waiting, List<Connection> connections, int maxConnections, int maxStreams) {
    if (connections.stream().anyMatch(connection -> connection.maxStreams < 0)) {
      return unknown(waiting);
    }
    LongSummaryStatistics slots =
        connections.stream()
            .mapToLong(connection -> Math.min(connection.maxStreams, maxStreams))
            .summaryStatistics();
    return new PooledStreams(
        waiting,
        connections.stream().mapToLong(Connection::streams).sum(),
        connections.isEmpty()
            ? UNKNOWN
            : slots.getSum() + (maxConnections - connections.size()) * slots.getMax(),
        connections.stream().anyMatch(Connection::http2));
  }

  PooledStreams plus(PooledStreams other) {
    return new PooledStreams(
        waiting + other.waiting,
        sum(open, other.open),
        sum(slots, other.slots),
        shared || other.shared);
  }

  private static long sum(long a, long b) {
    return a == UNKNOWN || b == UNKNOWN ? UNKNOWN : a + b;
  }
}
