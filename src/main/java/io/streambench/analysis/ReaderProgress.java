package io.streambench.analysis;

/**
 * Measures how long a reader has been without a tuple, in the watchdog's own steps. A pause of the
 * whole process (a collection, a suspended laptop) adds one step at most. It is therefore never
 * taken for a stall. Not thread-safe; the caller passes the time.
 */
public final class ReaderProgress {
  private final long maxStepNanos;
  private long lastPollNanos;
  private long lastTuples;
  private long idleNanos;

  /**
   * @param startNanos when the operation began
   * @param maxStepNanos the most that one poll may add to the idle time
   */
  public ReaderProgress(long startNanos, long maxStepNanos) {
    this.lastPollNanos = startNanos;
    this.maxStepNanos = maxStepNanos;
  }

  /**
   * Takes note of the tuples read so far.
   *
   * @return nanoseconds without a tuple
   */
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
