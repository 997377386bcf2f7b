package io.streambench.flow.predict;

/**
 * The maximum number of connections to a node, and of streams per connection. Jetty's {@code
 * MultiplexConnectionPool} fills a connection before it opens another one.
 */
public record ConnectionLimits(int connections, int streamsPerConnection) {
  /** The limits of Solr's client ({@code Http2SolrClient.createHttpClient}) and Jetty's server. */
  public static final ConnectionLimits SOLR = new ConnectionLimits(4, 128);

  /** Returns the maximum number of concurrent streams to one node. */
  public long streamSlots() {
    return (long) connections * streamsPerConnection;
  }

  /** Returns the number of connections that a client opens for the given number of streams. */
  int connectionsFor(int streams) {
    return (int)
        Math.min(connections, ((long) streams + streamsPerConnection - 1) / streamsPerConnection);
  }
}
