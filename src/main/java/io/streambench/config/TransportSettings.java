package io.streambench.config;

/**
 * How Solr's clients talk.
 *
 * @param client protocol of the benchmark's own client
 * @param http1Everywhere whether {@code -Dsolr.http1=true} put every other Solr client of the JVM,
 *     those inside the nodes included, on HTTP/1.1
 * @param streamWindow initial stream receive window of every HTTP/2 client of the JVM
 * @param sessionWindow initial session receive window of the same
 */
public record TransportSettings(
    HttpVersion client,
    boolean http1Everywhere,
    RecvWindow streamWindow,
    RecvWindow sessionWindow) {
  /** The property that names a stream window for every HTTP/2 Solr client of the JVM. */
  public static final String STREAM_WINDOW_PROPERTY = "solr.http2.initialStreamRecvWindow";

  /** The property that names a session window for every HTTP/2 Solr client of the JVM. */
  public static final String SESSION_WINDOW_PROPERTY = "solr.http2.initialSessionRecvWindow";

  /** Solr's own property: every client speaks HTTP/1.1. */
  public static final String HTTP1_PROPERTY = "solr.http1";
}
