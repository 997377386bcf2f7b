package io.streambench.config;

import java.util.Locale;

/** The HTTP client under the client of Solr that reads. */
public enum HttpClientKind {
  JETTY,
  /** {@code java.net.http}, with Solr 10 alone. */
  JDK;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
