package io.streambench.diagnose.watch;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Schedules snapshots so that they take at most about 5 % of the time, and detects pauses of the
 * JVM between them. Times are of {@link System#nanoTime}. Not thread-safe.
 */
final class SamplingInterval {
  private static final Duration MIN_WAIT = Duration.ofMillis(100);
  private static final Duration MAX_WAIT = Duration.ofSeconds(1);
  private static final int TIME_DIVISOR = 20;

  /** A thread that waits on a busy machine can be this late without any pause of the JVM. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

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
    return late > PAUSE.toNanos() ? late : 0;
  }

  /** Reports when a snapshot began and ended. */
  void recordSampling(long begunNanos, long endedNanos) {
    this.endedNanos = endedNanos;
    long wanted = TIME_DIVISOR * (endedNanos - begunNanos);
    waitNanos = Math.max(MIN_WAIT.toNanos(), Math.min(MAX_WAIT.toNanos(), wanted));
  }
}
