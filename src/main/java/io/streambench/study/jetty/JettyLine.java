package io.streambench.study.jetty;

import io.streambench.config.MergeLibraryChoice;
import java.util.Map;

/** The lines of Jetty that are measured, and plain sockets next to them. */
enum JettyLine {
  /** The line of Solr 9. */
  JETTY_10("10", "Jetty 10"),
  /** The line of Solr 10. */
  JETTY_12_0("12.0.33", "Jetty 12.0.33"),
  /** The newest line. */
  JETTY_12_1("12.1.5", "Jetty 12.1.5"),
  /** No HTTP: what the machine can do. */
  SOCKETS("sockets", "plain sockets");

  private final String typed;
  private final String words;

  JettyLine(String typed, String words) {
    this.typed = typed;
    this.words = words;
  }

  /** The value of the parameter. */
  String typed() {
    return typed;
  }

  /** The name for people. */
  String words() {
    return words;
  }

  /** The parameter. */
  Map<String, String> parameter() {
    return Map.of(MergeLibraryChoice.NAME, typed);
  }

  /** Returns whether it is a line of Jetty. */
  boolean hasHttp() {
    return this != SOCKETS;
  }
}
