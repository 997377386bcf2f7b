package io.streambench.config;

import java.util.OptionalInt;

/** An initial receive window of an HTTP/2 client; empty for Jetty's own default. */
public record RecvWindow(OptionalInt bytes) {
  /** RFC 9113, 6.9.2: a connection starts with it, and it can only be enlarged. */
  public static final int MIN_BYTES = 65_535;

  /** RFC 9113, 6.9.1. */
  public static final int MAX_BYTES = Integer.MAX_VALUE;

  public static final int JETTY_STREAM_BYTES = 8 * 1024 * 1024;

  public static final int JETTY_SESSION_BYTES = 16 * 1024 * 1024;

  /** The word for a window that is left to Jetty. */
  public static final String DEFAULT = "default";

  public static RecvWindow ofDefault() {
    return new RecvWindow(OptionalInt.empty());
  }

  /** The parameter wins over the property, unless it says {@value #DEFAULT}. */
  static RecvWindow of(GivenParameters given, String parameter, String property) {
    RecvWindow fromProperty = read(property, given.properties().get(property));
    RecvWindow fromParameter = read(parameter, given.values().get(parameter));
    return fromParameter.bytes.isPresent() ? fromParameter : fromProperty;
  }

  private static RecvWindow read(String setting, String text) {
    if (text == null || text.strip().equals(DEFAULT)) {
      return ofDefault();
    }
    String most = Integer.toString(MAX_BYTES);
    return new RecvWindow(OptionalInt.of(Values.bytes(setting, text, MIN_BYTES, MAX_BYTES, most)));
  }

  @Override
  public String toString() {
    return bytes.isPresent() ? Integer.toString(bytes.getAsInt()) : DEFAULT;
  }
}
