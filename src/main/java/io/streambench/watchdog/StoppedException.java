package io.streambench.watchdog;

import io.streambench.analysis.Outcome;

/**
 * Ends an operation that did not complete, with the outcome and the reason in one line. It has no
 * stack trace: the evidence shows where the reader stood.
 */
public final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StoppedException(Outcome outcome, String reason, Throwable cause) {
    super(outcome + ": " + reason, cause, true, false);
  }

  /** Whether a text is such an exception as JMH prints it, with no stack trace of a cause. */
  public static boolean isWhole(String printed) {
    return printed.startsWith(StoppedException.class.getName() + ": ")
        && printed.strip().lines().count() == 1;
  }
}
