package io.streambench.watchdog;

import io.streambench.analysis.Outcome;

/**
 * Ends an operation that did not complete, with the outcome and the reason in one line. It has no
 * stack trace: the evidence shows where the reader stood.
 */
public final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Outcome outcome;

  StoppedException(Outcome outcome, String reason, Throwable cause) {
    super(outcome + ": " + reason, cause, true, false);
    this.outcome = outcome;
  }

  public Outcome outcome() {
    return outcome;
  }
}
