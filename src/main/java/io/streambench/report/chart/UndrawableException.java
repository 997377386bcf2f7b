package io.streambench.report.chart;

import java.io.IOException;

/**
 * Reports that there is nothing to draw, or that this machine cannot draw. It is thrown before a
 * file is written.
 */
public final class UndrawableException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param reason in a line
   */
  public UndrawableException(String reason) {
    super(reason);
  }

  UndrawableException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
