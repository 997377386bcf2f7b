package io.streambench.diagnose.watch;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Schedules snapshots so that they take at most about 5 % of the time, and detects pauses of the
 * JVM between them. Times are from {@link System#nanoTime}. Not thread-safe.
 */
final class SamplingInterval {
  private static final Duration MIN_WAIT = Duration.ofMillis(100);
  private static final Duration MAX_WAIT = Duration.ofSeconds(1);
  private static final int TIME_DIVISOR = 20;

  /** Minimum delay that counts as a pause of the JVM; on a busy machine, threads can be late. */
  private static final Duration MIN_PAUSE = Duration.ofSeconds(1);

  private long endedNanos;
  private long waitNanos = MIN_WAIT.toNanos();

  SamplingInterval(long nowNanos) {
    this.endedNanos = nowNanos;
  }

  long waitMillis() {
    return TimeUnit.NANOSECONDS.toMillis(waitNanos);
  }

  /** Returns how long the JVM was paused before a snapshot that begins now; 0 if it was not. */
  long pausedNanos(long nowNanos) {
    long late = nowNanos - endedNanos - waitNanos;
    return late > MIN_PAUSE.toNanos() ? late : 0;
  }

  /** Records when a snapshot began and ended. */
  void recordSampling(long startNanos, long endedNanos) {
    this.endedNanos = endedNanos;
    long wanted = TIME_DIVISOR * (endedNanos - startNanos);
    waitNanos = Math.max(MIN_WAIT.toNanos(), Math.min(MAX_WAIT.toNanos(), wanted));
  }
}
