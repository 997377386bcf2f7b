package io.streambench.predict;

/**
 * The limits on the streams that a client can have open to one node. It fills a connection before
 * it opens another: Jetty's {@code MultiplexConnectionPool} takes the first that has room.
 *
 * @param connections the most connections to one node
 * @param streamsPerConnection the most streams on one connection, as the server or the client
 *     itself limits them
 */
public record ConnectionLimits(int connections, int streamsPerConnection) {
  /**
   * The limits of Solr's client ({@code Http2SolrClient.createHttpClient}) and a server of Jetty's.
   */
  public static final ConnectionLimits SOLR = new ConnectionLimits(4, 128);

  /** Streams that can be open at a time. */
  public long slots() {
    return (long) connections * streamsPerConnection;
  }

  /** Connections over which so many streams lie. */
  int connectionsFor(int streams) {
    return (int)
        Math.min(connections, ((long) streams + streamsPerConnection - 1) / streamsPerConnection);
  }
}
