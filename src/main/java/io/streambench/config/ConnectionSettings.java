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

  /** The same of an HTTP/1.1 client. */
  private static final int SOLR_HTTP1_CONNECTIONS = 64;

  /** The most connections to a node from Solr's HTTP/2 client, unless it is told otherwise. */
  private static final int SOLR_CONNECTIONS = 4;

  /** No limits of ours. */
  public static ConnectionSettings ofDefault() {
    return new ConnectionSettings(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());
  }

  /** The most connections to a node: those of a client of Solr's where none are asked for. */
  private int mostToNode(HttpVersion protocol) {
    return perDestination.orElse(
        protocol == HttpVersion.HTTP_1_1 ? SOLR_HTTP1_CONNECTIONS : SOLR_CONNECTIONS);
  }

  /** Warns in one line if so many streams to one node would have to wait for each other. */
  Optional<String> tooFewFor(int streams, HttpVersion protocol) {
    int connections = mostToNode(protocol);
    int each = protocol == HttpVersion.HTTP_1_1 ? 1 : streamsPerConnection.orElse(streams);
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
        limit(given, "connectionsPerDestination", MAX_CONNECTIONS),
        limit(given, "maxConcurrentStreamsPerConnection", Integer.MAX_VALUE),
        limit(given, "maxConcurrentStreams", Integer.MAX_VALUE));
  }

  private static OptionalInt limit(GivenParameters given, String name, int most) {
    String text = given.textOr(name, RecvWindow.DEFAULT).strip();
    return text.equals(RecvWindow.DEFAULT)
        ? OptionalInt.empty()
        : OptionalInt.of(Values.wholeNumber(name, text, 1, most));
  }
}
