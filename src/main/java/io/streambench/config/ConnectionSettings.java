package io.streambench.config;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * The limits on connections, and on the streams of each; empty for Jetty's and Solr's own limits.
 *
 * @param perDestination connections of the benchmark's own client to one node
 * @param streamsPerConnection streams that this client has open on one of them, before it opens
 *     another
 * @param maxConcurrentStreams streams that a node lets a session have open
 */
public record ConnectionSettings(
    OptionalInt perDestination,
    OptionalInt streamsPerConnection,
    OptionalInt maxConcurrentStreams) {
  private static final int MAX_CONNECTIONS = 100_000;

  private static final int SOLR_HTTP1_CONNECTIONS = 64;

  private static final int SOLR_CONNECTIONS = 4;

  /** Warns in one line if so many streams to one node would have to wait for each other. */
  Optional<String> tooFewFor(int streams, HttpVersion protocol) {
    boolean http1 = protocol == HttpVersion.HTTP_1_1;
    int connections = perDestination.orElse(http1 ? SOLR_HTTP1_CONNECTIONS : SOLR_CONNECTIONS);
    int each = http1 ? 1 : streamsPerConnection.orElse(streams);
    long most = (long) connections * each;
    return streams <= most
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "%d stream(s) on each of %d connection(s) are %d requests at a time to a node: if it has"
                    + " more of the %d shards than that, the merge waits for requests that are never"
                    + " sent",
                each, connections, most, streams));
  }

  static ConnectionSettings of(GivenParameters given) {
    return new ConnectionSettings(
        given.limit("connectionsPerDestination", RecvWindow.DEFAULT, MAX_CONNECTIONS),
        given.limit("maxConcurrentStreamsPerConnection", RecvWindow.DEFAULT, Integer.MAX_VALUE),
        given.limit("maxConcurrentStreams", RecvWindow.DEFAULT, Integer.MAX_VALUE));
  }
}
