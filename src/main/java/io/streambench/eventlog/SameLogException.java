package io.streambench.eventlog;

import java.io.IOException;

/** Two of the sources that are to be read together are one log, or one is a copy of the other. */
public final class SameLogException extends IOException {
  private static final long serialVersionUID = 1L;

  SameLogException(String one, String other) {
    super(one + " and " + other + " begin with the same bytes");
  }
}
