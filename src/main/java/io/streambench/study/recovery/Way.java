package io.streambench.study.recovery;

import io.streambench.strategy.FlowControlKind;
import java.util.List;
import java.util.Map;

/**
 * A way in which the index is brought to the other node.
 *
 * @param label its name in a label
 * @param words its name for people
 * @param settings the parameters that make it what it is
 */
record Way(String label, String words, Map<String, String> settings) {
  private static final String USE_HTTP1 = "useHttp1";

  static final Way HTTP1 = new Way("http1", "HTTP/1.1", Map.of(USE_HTTP1, "true"));
  static final Way STOCK = new Way("stock", "HTTP/2, Jetty's windows", Map.of());

  /** The published setting; Solr's client still opens up to four connections. */
  static final Way ONE_STREAM =
      new Way("one-stream", "HTTP/2, one stream a connection", Map.of("maxConcurrentStreams", "1"));

  static final Way LARGE_SESSION =
      new Way(
          "large-session",
          "HTTP/2, session window 192 MiB",
          Map.of("initialSessionRecvWindow", "201326592"));
  static final Way ON_RECEIPT = ofStrategy(FlowControlKind.ON_RECEIPT.toString());
  static final Way DYNAMIC_THRESHOLD = ofStrategy(FlowControlKind.DYNAMIC_THRESHOLD.toString());

  /** No network. */
  static final Way FILES =
      new Way("files", "plain file copy", Map.of(USE_HTTP1, "true", "copiedBy", "files"));

  /** No HTTP. */
  static final Way SOCKETS =
      new Way("sockets", "plain sockets", Map.of(USE_HTTP1, "true", "copiedBy", "sockets"));

  /** All that Solr does besides copying. */
  static final Way EMPTY =
      new Way(
          "empty", "HTTP/1.1, next to no data", Map.of(USE_HTTP1, "true", "docSizeBytes", "100"));

  static final List<Way> ALL =
      List.of(
          HTTP1,
          STOCK,
          ONE_STREAM,
          LARGE_SESSION,
          ON_RECEIPT,
          DYNAMIC_THRESHOLD,
          FILES,
          SOCKETS,
          EMPTY);

  /** A strategy by its name, of which old results may have one that there is no more. */
  static Way ofStrategy(String name) {
    return new Way(name, "HTTP/2, " + name, Map.of(FlowControlKind.NAME, name));
  }

  /** Returns whether replicas recover over HTTP/2. */
  boolean overHttp2() {
    return !settings.containsKey(USE_HTTP1);
  }

  /** Returns whether its client gives credit back as one of our strategies does. */
  boolean isOurs() {
    return settings.containsKey(FlowControlKind.NAME);
  }
}
