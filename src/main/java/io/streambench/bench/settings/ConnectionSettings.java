package io.streambench.bench.settings;

import io.streambench.base.TextFormat;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The benchmark parameters that limit connections and streams per connection. An empty limit stands
 * for the default of Jetty or Solr.
 */
public record ConnectionSettings(
    OptionalInt connectionsPerDestination,
    OptionalInt streamsPerConnection,
    OptionalInt maxConcurrentStreams) {
  private static final int SOLR_HTTP1_CONNECTIONS = 64;

  private static final int SOLR_CONNECTIONS = 4;

  /** Returns a warning if the limits allow fewer than {@code streams} streams to one node. */
  Optional<String> tooFewConnectionsWarning(int streams, HttpVersion protocol) {
    boolean isHttp1 = protocol == HttpVersion.HTTP_1_1;
    int connections =
        connectionsPerDestination.orElse(isHttp1 ? SOLR_HTTP1_CONNECTIONS : SOLR_CONNECTIONS);
    int streamsEach = isHttp1 ? 1 : streamsPerConnection.orElse(streams);
    long maxRequests = (long) connections * streamsEach;
    return streams <= maxRequests
        ? Optional.empty()
        : Optional.of(
            TextFormat.of(
                "%d stream(s) on each of %d connection(s) are %d requests at a time to a node: if"
                    + " it has more of the %d shards than that, the merge waits for requests that"
                    + " are never sent",
                streamsEach, connections, maxRequests, streams));
  }

  static ConnectionSettings of(GivenParameters given) {
    return new ConnectionSettings(
        given.get(BenchmarkParameters.CONNECTIONS_PER_DESTINATION),
        given.get(BenchmarkParameters.STREAMS_PER_CONNECTION),
        given.get(BenchmarkParameters.MAX_CONCURRENT_STREAMS));
  }
}
