package io.streambench.config;

import java.util.Map;
import java.util.OptionalInt;

/**
 * How Solr's clients and nodes talk.
 *
 * @param client protocol of the benchmark's own client
 * @param http1Everywhere whether {@code -Dsolr.http1=true} put every other Solr client of the JVM,
 *     those inside the nodes included, on HTTP/1.1
 * @param streamWindow initial stream receive window of every HTTP/2 client of the JVM
 * @param sessionWindow initial session receive window of the same
 * @param maxConcurrentStreams streams that a node lets a session have open; empty for Jetty's limit
 * @param connectionsPerDestination connections of the benchmark's own client to one node; empty for
 *     Solr's limit
 * @param flowControl of every HTTP/2 client of the JVM
 */
public record TransportSettings(
    HttpVersion client,
    boolean http1Everywhere,
    RecvWindow streamWindow,
    RecvWindow sessionWindow,
    OptionalInt maxConcurrentStreams,
    OptionalInt connectionsPerDestination,
    FlowControlKind flowControl) {
  /** The property that names a stream window for every HTTP/2 Solr client of the JVM. */
  public static final String STREAM_WINDOW_PROPERTY = "solr.http2.initialStreamRecvWindow";

  /** The property that names a session window for every HTTP/2 Solr client of the JVM. */
  public static final String SESSION_WINDOW_PROPERTY = "solr.http2.initialSessionRecvWindow";

  /** Solr's own property: every client speaks HTTP/1.1. */
  public static final String HTTP1_PROPERTY = "solr.http1";

  private static final int MAX_CONNECTIONS = 100_000;

  /** With the limits of Jetty and Solr. */
  public TransportSettings(
      HttpVersion client,
      boolean http1Everywhere,
      RecvWindow streamWindow,
      RecvWindow sessionWindow) {
    this(
        client,
        http1Everywhere,
        streamWindow,
        sessionWindow,
        OptionalInt.empty(),
        OptionalInt.empty(),
        FlowControlKind.BUFFERING);
  }

  public TransportSettings {
    if (flowControl == FlowControlKind.UNBOUNDED_SESSION && sessionWindow.bytes().isPresent()) {
      throw new SettingException(
          "initialSessionRecvWindow", "be left out with flowControl=" + flowControl, sessionWindow);
    }
  }

  /** Reads them; what a benchmark has no parameter for is left to Jetty and Solr. */
  static TransportSettings of(GivenParameters given, Map<String, String> properties) {
    return new TransportSettings(
        given.flag("useHttp1") ? HttpVersion.HTTP_1_1 : HttpVersion.HTTP_2,
        Values.flag(HTTP1_PROPERTY, properties.getOrDefault(HTTP1_PROPERTY, "false")),
        window(given, "initialStreamRecvWindow", STREAM_WINDOW_PROPERTY, properties),
        window(given, "initialSessionRecvWindow", SESSION_WINDOW_PROPERTY, properties),
        limit(given, "maxConcurrentStreams", Integer.MAX_VALUE),
        limit(given, "connectionsPerDestination", MAX_CONNECTIONS),
        FlowControlKind.parse(
            given.textOr(FlowControlKind.NAME, FlowControlKind.BUFFERING.toString())));
  }

  private static RecvWindow window(
      GivenParameters given, String name, String property, Map<String, String> properties) {
    return RecvWindow.of(
        name, given.textOr(name, RecvWindow.DEFAULT), property, properties.get(property));
  }

  private static OptionalInt limit(GivenParameters given, String name, int most) {
    String text = given.textOr(name, RecvWindow.DEFAULT).strip();
    return text.equals(RecvWindow.DEFAULT)
        ? OptionalInt.empty()
        : OptionalInt.of(Values.wholeNumber(name, text, 1, most));
  }
}
