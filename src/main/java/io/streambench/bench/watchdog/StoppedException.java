package io.streambench.bench.watchdog;

import io.streambench.flow.rule.Outcome;

/**
 * Thrown by an operation that did not complete; the message has the outcome and the reason in one
 * line. It has no stack trace, since the evidence shows where the reader waited.
 */
public final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StoppedException(Outcome outcome, String reason, Throwable cause) {
    super(outcome + ": " + reason, cause, true, false);
  }

  /** Returns whether a text is this exception as JMH prints it, without a cause's stack trace. */
  public static boolean isCompleteTrace(String printed) {
    return printed.startsWith(StoppedException.class.getName() + ": ")
        && printed.strip().lines().count() == 1;
  }
}
