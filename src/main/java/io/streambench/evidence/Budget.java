package io.streambench.evidence;

import java.time.Duration;
import java.util.List;

/**
 * The limits on the large parts of a zip. They shrink in a fixed order until the zip is small
 * enough: the log first, which the recording tells again, then the recording, then the long texts,
 * then the pictures. The last two steps drop the recording, and then the log.
 *
 * @param logLines lines of the log before the stall; a quarter of that after it
 * @param logChars the same in characters
 * @param recording the time that the recording keeps before the stall and after it; null for all of
 *     it, zero for none
 * @param textChars characters of every other text but JSON
 * @param pictures whether they are in the zip
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
