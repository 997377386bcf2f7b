package io.streambench.bench.settings;

/** The HTTP version that a Solr client uses. */
public enum HttpVersion {
  HTTP_1_1("HTTP/1.1"),
  HTTP_2("HTTP/2");

  private final String label;

  HttpVersion(String label) {
    this.label = label;
  }

  @Override
  public String toString() {
    return label;
  }
}
