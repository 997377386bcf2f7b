package io.streambench.bench.settings;

import java.util.Locale;

/** The HTTP client that the reading Solr client uses. */
public enum HttpClientKind {
  JETTY,
  /** {@code java.net.http}, only with Solr 10. */
  JDK;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
