package io.streambench.diagnose.watch;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Spaces the looks so that they take at most about 5 % of the time, and detects pauses of the JVM
 * between them. Times are of {@link System#nanoTime}. Not thread-safe.
 */
final class LookingPace {
  private static final Duration LEAST_WAIT = Duration.ofMillis(100);
  private static final Duration MOST_WAIT = Duration.ofSeconds(1);
  private static final int PART = 20;

  /** A thread that waits on a busy machine can be this late without any pause of the JVM. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private long endedNanos;
  private long waitNanos = LEAST_WAIT.toNanos();

  LookingPace(long nowNanos) {
    this.endedNanos = nowNanos;
  }

  long waitMillis() {
    return TimeUnit.NANOSECONDS.toMillis(waitNanos);
  }

  /** Returns how long the JVM was paused before a look that begins now; 0 if it was not. */
  long pausedNanos(long nowNanos) {
    long late = nowNanos - endedNanos - waitNanos;
    return late > PAUSE.toNanos() ? late : 0;
  }

  /** Reports when a look began and ended. */
  void looked(long begunNanos, long endedNanos) {
    this.endedNanos = endedNanos;
    long wanted = PART * (endedNanos - begunNanos);
    waitNanos = Math.max(LEAST_WAIT.toNanos(), Math.min(MOST_WAIT.toNanos(), wanted));
  }
}
