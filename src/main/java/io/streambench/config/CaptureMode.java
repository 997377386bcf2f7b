package io.streambench.config;

import java.util.Locale;

/** The part of Jetty's flow-control debug log that is captured. */
public enum CaptureMode {
  /** Nothing. */
  OFF,
  /** Only lines that tell of a session that stalls or goes on again. */
  STALLS,
  /** Every line; makes HTTP/2 up to 2.2 times slower. */
  FULL;

  /**
   * The mode of that name.
   *
   * @throws SettingException if there is none
   */
  public static CaptureMode parse(String text) {
    for (CaptureMode mode : values()) {
      if (mode.toString().equals(text.strip())) {
        return mode;
      }
    }
    throw new SettingException("capture", "be off, stalls or full", text);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
