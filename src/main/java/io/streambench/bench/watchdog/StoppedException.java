package io.streambench.bench.watchdog;

import io.streambench.flow.rule.Outcome;

/**
 * Thrown if an operation does not complete. The message is one line with the outcome and the
 * reason. The exception has no stack trace.
 */
public final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StoppedException(Outcome outcome, String reason, Throwable cause) {
    super(outcome + ": " + reason, cause, true, false);
  }

  /**
   * Returns whether a text is the complete stack trace of a {@code StoppedException} without a
   * cause.
   */
  public static boolean isCompleteTrace(String text) {
    return text.startsWith(StoppedException.class.getName() + ": ")
        && text.strip().lines().count() == 1;
  }
}
