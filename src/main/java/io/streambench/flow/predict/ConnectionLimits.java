package io.streambench.flow.predict;

/**
 * The limits on a client's connections to one node and on the streams of each connection. The
 * client fills a connection before it opens another: Jetty's {@code MultiplexConnectionPool} takes
 * the first one with room.
 */
public record ConnectionLimits(int connections, int streamsPerConnection) {
  /** The limits of Solr's client ({@code Http2SolrClient.createHttpClient}) and Jetty's server. */
  public static final ConnectionLimits SOLR = new ConnectionLimits(4, 128);

  public long slots() {
    return (long) connections * streamsPerConnection;
  }

  /** The number of connections that a client opens for {@code streams} concurrent streams. */
  int connectionsFor(int streams) {
    return (int)
        Math.min(connections, ((long) streams + streamsPerConnection - 1) / streamsPerConnection);
  }
}
