package io.streambench.analysis;

import io.streambench.config.Text;
import java.time.Duration;

/** Durations as people write them, the same in every locale. */
public final class Durations {
  private Durations() {}

  /** {@code 10 s}, {@code 1.5 s}, {@code 250 ms}. */
  public static String text(Duration duration) {
    long millis = duration.toMillis();
    if (millis < 1000) {
      return millis + " ms";
    }
    return millis % 1000 == 0 ? millis / 1000 + " s" : Text.of("%.1f s", millis / 1000.0);
  }
}
