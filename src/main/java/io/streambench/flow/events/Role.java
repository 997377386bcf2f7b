package io.streambench.flow.events;

import java.util.Locale;

/** The end of an HTTP/2 connection to which a session belongs. */
public enum Role {
  CLIENT,
  SERVER,
  /** The role is unknown, because lines about streams do not show it. */
  UNKNOWN;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
