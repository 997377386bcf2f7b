package io.streambench.report.chart;

import java.io.IOException;

/** There is nothing to draw, or this machine cannot draw; no file was to be written yet. */
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
