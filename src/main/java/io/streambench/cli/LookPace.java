package io.streambench.cli;

import java.time.Duration;

/**
 * Says when the heap of a watched JVM may be dumped again. Every wait is at least twice the one
 * before, and twenty times as long as the last dump stopped the JVM: a reader that is only slow
 * costs its JVM at most five percent of its time. All times are of one clock.
 */
final class LookPace {
  private static final int WAIT_PER_STOP = 20;

  private long waitNanos;
  private long nextNanos;
  private boolean looked;

  /** The first wait is at least twice as long as {@code first}. */
  LookPace(Duration first) {
    this.waitNanos = first.toNanos();
  }

  boolean due(long nowNanos) {
    return !looked || nowNanos - nextNanos >= 0;
  }

  /** Counts a look that has ended now; returns the time from now on without another. */
  Duration looked(long nowNanos, long stoppedNanos) {
    looked = true;
    waitNanos = Math.max(2 * waitNanos, WAIT_PER_STOP * stoppedNanos);
    nextNanos = nowNanos + waitNanos;
    return Duration.ofNanos(waitNanos);
  }
}
