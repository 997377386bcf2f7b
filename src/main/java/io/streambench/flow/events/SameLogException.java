package io.streambench.flow.events;

import java.io.IOException;

/**
 * Thrown if two sources that are read together are the same log, or if one is a copy of the other.
 */
public final class SameLogException extends IOException {
  private static final long serialVersionUID = 1L;

  SameLogException(String first, String other) {
    super(first + " and " + other + " begin with the same bytes");
  }
}
