package io.streambench.study;

import io.streambench.config.Text;

/** Times as people say them. */
public final class Durations {
  private static final int SECONDS_BELOW = 100;
  private static final int SECONDS_A_MINUTE = 60;
  private static final int MINUTES_BELOW = 100;

  private Durations() {}

  /** Rounded to what matters: {@code 45 s}, {@code 6 min}, {@code 2.5 h}. */
  public static String about(double seconds) {
    if (seconds < SECONDS_BELOW) {
      return Text.of("%.0f s", seconds);
    }
    double minutes = seconds / SECONDS_A_MINUTE;
    return minutes < MINUTES_BELOW
        ? Text.of("%.0f min", minutes)
        : Text.of("%.1f h", minutes / SECONDS_A_MINUTE);
  }
}
