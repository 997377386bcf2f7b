package io.streambench.bench.transport;

import io.streambench.flow.rule.ClientResources;
import java.util.List;

/**
 * A client's open connections to one node.
 *
 * @param maxConnections the number of connections that the client may open to the node
 * @param maxStreams the client's own limit of streams per connection
 */
record PooledConnections(List<Connection> open, int maxConnections, int maxStreams) {
  /**
   * An open connection.
   *
   * @param maxStreams the server's limit of streams; negative if it has not sent one yet
   */
  record Connection(boolean http2, int streams, int maxStreams) {}

  boolean isLimitKnown() {
    return open.stream().noneMatch(connection -> connection.maxStreams < 0);
  }

  boolean isHttp2() {
    return open.stream().anyMatch(Connection::http2);
  }

  long streams() {
    return open.stream().mapToLong(Connection::streams).sum();
  }

  /** Maximum streams of all connections, also of those not opened yet; unknown if none is open. */
  long slots() {
    long largest = open.stream().mapToLong(this::slots).max().orElse(0);
    return open.isEmpty()
        ? ClientResources.UNKNOWN
        : open.stream().mapToLong(this::slots).sum() + (maxConnections - open.size()) * largest;
  }

  private long slots(Connection connection) {
    return Math.min(connection.maxStreams, maxStreams);
  }
}
