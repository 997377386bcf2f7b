package io.streambench.flow.recording;

import java.util.Locale;

/** The part of Jetty's flow-control debug log that is captured. */
public enum CaptureMode {
  /** Captures nothing. */
  OFF,
  /** Captures only lines about a session that stalls or resumes. */
  STALLS,
  /** Captures every line. This mode makes HTTP/2 up to 2.2 times slower. */
  FULL;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
