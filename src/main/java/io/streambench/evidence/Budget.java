package io.streambench.evidence;

import java.time.Duration;
import java.util.List;

/**
 * How much is kept of what may be large. There is a fixed order in which things shrink until the
 * zip is small enough: the log first, which the recording tells again, then the recording, then the
 * long texts, then the pictures.
 *
 * @param logLines of the log before the stall; a quarter of that after it
 * @param logChars the same in characters
 * @param recording how long before the stall the recording begins, and after it ends; null for all
 *     of it, zero for none
 * @param textChars of every other text
 * @param pictures whether they are in it
 */
record Budget(long logLines, long logChars, Duration recording, long textChars, boolean pictures) {
  static final List<Budget> SHRINKING =
      List.of(
          new Budget(200_000, 48_000_000, null, 4_000_000, true),
          new Budget(100_000, 20_000_000, null, 4_000_000, true),
          new Budget(30_000, 8_000_000, null, 4_000_000, true),
          new Budget(30_000, 8_000_000, Duration.ofSeconds(60), 4_000_000, true),
          new Budget(10_000, 2_000_000, Duration.ofSeconds(10), 4_000_000, true),
          new Budget(10_000, 2_000_000, Duration.ofSeconds(1), 4_000_000, true),
          new Budget(10_000, 2_000_000, Duration.ofSeconds(1), 500_000, true),
          new Budget(10_000, 2_000_000, Duration.ofSeconds(1), 500_000, false),
          new Budget(1_000, 200_000, Duration.ZERO, 500_000, false),
          new Budget(0, 0, Duration.ZERO, 5_000, false));

  /** Cuts nothing. */
  static final Budget EVERYTHING =
      new Budget(Long.MAX_VALUE, Long.MAX_VALUE, null, Long.MAX_VALUE, true);

  Budget withWholeLog() {
    return new Budget(Long.MAX_VALUE, Long.MAX_VALUE, recording, textChars, pictures);
  }
}
