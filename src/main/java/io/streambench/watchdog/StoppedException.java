package io.streambench.watchdog;

import io.streambench.analysis.Outcome;

/**
 * Ends an operation that did not complete. Its message is the outcome and the reason in one line;
 * it has no stack trace of its own: where the reader stood, and the failure if one was thrown, is
 * in the evidence.
 */
public final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Outcome outcome;

  StoppedException(Outcome outcome, String reason, Throwable cause) {
    super(outcome + ": " + reason, cause, true, false);
    this.outcome = outcome;
  }

  /** STALLED or FAILED. */
  public Outcome outcome() {
    return outcome;
  }
}
