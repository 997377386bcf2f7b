package io.streambench.flow.rule;

import io.streambench.base.TextFormat;
import java.time.Duration;

/** Formats durations for display, independently of the locale. */
public final class Durations {
  private Durations() {}

  /** Formats a duration as in {@code 10 s}, {@code 1.5 s} or {@code 250 ms}. */
  public static String format(Duration duration) {
    long millis = duration.toMillis();
    if (millis < 1000) {
      return millis + " ms";
    }
    return millis % 1000 == 0 ? millis / 1000 + " s" : TextFormat.of("%.1f s", millis / 1000.0);
  }

  /** Rounds and formats a duration as in {@code 45 s}, {@code 6 min} or {@code 2.5 h}. */
  public static String formatRounded(double seconds) {
    if (seconds < 100) {
      return TextFormat.of("%.0f s", seconds);
    }
    double minutes = seconds / 60;
    return minutes < 100
        ? TextFormat.of("%.0f min", minutes)
        : TextFormat.of("%.1f h", minutes / 60);
  }
}
