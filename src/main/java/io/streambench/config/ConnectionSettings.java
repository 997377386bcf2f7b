package io.streambench.config;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * How many connections there may be, and how many streams on each; empty for Jetty's and Solr's own
 * limits.
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

  /** Of an HTTP/2 client of Solr's, unless it is told otherwise. */
  private static final int SOLR_CONNECTIONS = 4;

  /** No limits of ours. */
  public static ConnectionSettings ofDefault() {
    return new ConnectionSettings(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());
  }

  /** Whether so many streams to one node would have to wait for each other, in one line. */
  Optional<String> tooFewFor(int streams) {
    long most =
        (long) perDestination.orElse(SOLR_CONNECTIONS) * streamsPerConnection.orElse(streams);
    return streams <= most
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "maxConcurrentStreamsPerConnection %d over %d connection(s) lets a node answer %d"
                    + " streams at a time: where it has more of the %d shards, the merge waits for"
                    + " streams that are never sent",
                streamsPerConnection.getAsInt(),
                perDestination.orElse(SOLR_CONNECTIONS),
                most,
                streams));
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
