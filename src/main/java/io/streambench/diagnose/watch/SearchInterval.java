package io.streambench.diagnose.watch;

import java.time.Duration;

/**
 * Decides when to search for new sessions again, so that searching takes at most 2 % of the time.
 */
final class SearchInterval {
  private static final Duration MIN_INTERVAL = Duration.ofSeconds(2);
  private static final int TIME_DIVISOR = 50;

  private long dueNanos;

  /** Reports a search that took from one {@link System#nanoTime} to another. */
  void recordSearch(long begunNanos, long endedNanos) {
    dueNanos =
        endedNanos + Math.max(MIN_INTERVAL.toNanos(), TIME_DIVISOR * (endedNanos - begunNanos));
  }

  boolean isDue(long nowNanos) {
    return nowNanos - dueNanos >= 0;
  }
}
