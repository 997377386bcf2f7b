package io.streambench.flow.events;

import java.util.Locale;

/** The end of an HTTP/2 connection to which a session belongs. */
public enum Role {
  CLIENT,
  SERVER,
  /** Only lines about streams were seen, which do not show the role. */
  UNKNOWN;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
