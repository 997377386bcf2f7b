package io.streambench.diagnose.watch;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Schedules snapshots every 0.1 to 1 s, so that they take about 5 % of the time. Also detects
 * pauses of the JVM. Times are from {@link System#nanoTime}. Not thread-safe.
 */
final class SamplingInterval {
  private static final Duration MIN_WAIT = Duration.ofMillis(100);
  private static final Duration MAX_WAIT = Duration.ofSeconds(1);
  private static final int WAIT_TO_SAMPLING_RATIO = 20;

  /**
   * The minimum delay that counts as a pause of the JVM; shorter delays occur on a busy machine.
   */
  private static final Duration MIN_PAUSE = Duration.ofSeconds(1);

  private long samplingEndNanos;
  private long waitNanos = MIN_WAIT.toNanos();

  SamplingInterval(long nowNanos) {
    this.samplingEndNanos = nowNanos;
  }

  long waitMillis() {
    return TimeUnit.NANOSECONDS.toMillis(waitNanos);
  }

  /** Returns how long the JVM was paused since the previous snapshot; 0 if it was not. */
  long pausedNanos(long nowNanos) {
    long delayNanos = nowNanos - samplingEndNanos - waitNanos;
    return delayNanos > MIN_PAUSE.toNanos() ? delayNanos : 0;
  }

  /** Records the times of a snapshot. These times determine the wait until the next snapshot. */
  void recordSampling(long startNanos, long endedNanos) {
    this.samplingEndNanos = endedNanos;
    long targetNanos = WAIT_TO_SAMPLING_RATIO * (endedNanos - startNanos);
    waitNanos = Math.max(MIN_WAIT.toNanos(), Math.min(MAX_WAIT.toNanos(), targetNanos));
  }
}
