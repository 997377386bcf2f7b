package io.streambench.analysis;

/**
 * Measures how long a reader has been without a tuple, in the watchdog's own steps: a pause of the
 * whole process (a collection, a suspended laptop) adds one step at most. Not thread-safe.
 */
public final class ReaderProgress {
  private final long maxStepNanos;
  private long lastPollNanos;
  private long lastTuples;
  private long idleNanos;

  /** Starts with the operation; one poll adds at most {@code maxStepNanos} to the idle time. */
  public ReaderProgress(long startNanos, long maxStepNanos) {
    this.lastPollNanos = startNanos;
    this.maxStepNanos = maxStepNanos;
  }

  /** Takes note of the tuples read so far; returns nanoseconds without a tuple. */
  public long poll(long nowNanos, long tuples) {
    long step = Math.min(nowNanos - lastPollNanos, maxStepNanos);
    lastPollNanos = nowNanos;
    if (tuples != lastTuples) {
      lastTuples = tuples;
      idleNanos = 0;
    } else {
      idleNanos += step;
    }
    return idleNanos;
  }
}
