package io.streambench.predict;

/**
 * The limits on the connections of a client to one node, and on the streams of each. It fills a
 * connection before it opens another: Jetty's {@code MultiplexConnectionPool} takes the first that
 * has room.
 */
public record ConnectionLimits(int connections, int streamsPerConnection) {
  /** The limits of Solr's client ({@code Http2SolrClient.createHttpClient}) and Jetty's server. */
  public static final ConnectionLimits SOLR = new ConnectionLimits(4, 128);

  public long slots() {
    return (long) connections * streamsPerConnection;
  }

  /** Connections over which so many streams lie. */
  int connectionsFor(int streams) {
    return (int)
        Math.min(connections, ((long) streams + streamsPerConnection - 1) / streamsPerConnection);
  }
}
