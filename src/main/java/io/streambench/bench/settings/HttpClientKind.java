package io.streambench.bench.settings;

import java.util.Locale;

/** The HTTP client that reads Solr's streams. */
public enum HttpClientKind {
  JETTY,
  /** {@code java.net.http}, which only Solr 10 can use. */
  JDK;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
