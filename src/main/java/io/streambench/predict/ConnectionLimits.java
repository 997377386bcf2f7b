package io.streambench.predict;

/**
 * How many streams to one node a client can have open. It fills a connection before it opens
 * another: Jetty's {@code MultiplexConnectionPool} takes the first that has room.
 *
 * @param connections to one node at most
 * @param streamsPerConnection at most: what the server allows, or the client itself
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
