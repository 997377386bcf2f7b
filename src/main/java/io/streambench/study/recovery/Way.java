package io.streambench.study.recovery;

import java.util.Locale;
import java.util.Map;

/** The ways in which the index is brought to the other node. */
enum Way {
  HTTP1("HTTP/1.1", Map.of("useHttp1", "true")),
  STOCK("HTTP/2, Jetty's windows", Map.of()),
  /** The published setting; Solr's client still opens up to four connections. */
  ONE_STREAM("HTTP/2, one stream a connection", Map.of("maxConcurrentStreams", "1")),
  LARGE_SESSION("HTTP/2, session window 192 MiB", Map.of("initialSessionRecvWindow", "201326592")),
  ON_RECEIPT("HTTP/2, on-receipt", Map.of("flowControl", "on-receipt")),
  ADAPTIVE("HTTP/2, adaptive", Map.of("flowControl", "adaptive")),
  BUDGET("HTTP/2, budget", Map.of("flowControl", "budget")),
  /** No network. */
  FILES("plain file copy", Map.of("useHttp1", "true", "copiedBy", "files")),
  /** No HTTP. */
  SOCKETS("plain sockets", Map.of("useHttp1", "true", "copiedBy", "sockets")),
  /** All that Solr does besides copying. */
  EMPTY("HTTP/1.1, next to no data", Map.of("useHttp1", "true", "docSizeBytes", "100"));

  private final String words;
  private final Map<String, String> settings;

  Way(String words, Map<String, String> settings) {
    this.words = words;
    this.settings = settings;
  }

  /** The name for people. */
  String words() {
    return words;
  }

  /** The name in a label. */
  String typed() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The parameters that make it what it is. */
  Map<String, String> settings() {
    return settings;
  }

  /** Returns whether replicas recover over HTTP/2. */
  boolean overHttp2() {
    return compareTo(STOCK) >= 0 && compareTo(BUDGET) <= 0;
  }

  /** Returns whether its client gives credit back as one of our strategies does. */
  boolean isOurs() {
    return settings.containsKey("flowControl");
  }
}
