package io.streambench.diagnose.watch;

import java.time.Duration;

/**
 * Decides when to search for new sessions again, so that searching takes at most 2 % of the time.
 */
final class FindingPace {
  private static final Duration LEAST = Duration.ofSeconds(2);
  private static final int PART = 50;

  private long dueNanos;

  /** Reports a search that took from one {@link System#nanoTime} to another. */
  void found(long begunNanos, long endedNanos) {
    dueNanos = endedNanos + Math.max(LEAST.toNanos(), PART * (endedNanos - begunNanos));
  }

  boolean isDue(long nowNanos) {
    return nowNanos - dueNanos >= 0;
  }
}
