package io.streambench.diagnose.jvm;

import java.time.Duration;

/**
 * Decides when the heap of a watched JVM may be dumped again. Every wait is at least twice the
 * previous one, and twenty times as long as the last dump stopped the JVM, so that dumps caused by
 * a slow reader take at most 5 % of the JVM's time. All times are from the same clock.
 */
public final class InspectionInterval {
  private static final int WAIT_TO_STOP_RATIO = 20;

  private long waitNanos;
  private long nextNanos;
  private boolean inspected;

  /** The first wait is at least twice as long as {@code first}. */
  public InspectionInterval(Duration first) {
    this.waitNanos = first.toNanos();
  }

  public boolean isDue(long nowNanos) {
    return !inspected || nowNanos - nextNanos >= 0;
  }

  /** Records an inspection that stopped the JVM for this time; returns the wait until the next. */
  public Duration recordInspection(long nowNanos, long stoppedNanos) {
    inspected = true;
    waitNanos = Math.max(2 * waitNanos, WAIT_TO_STOP_RATIO * stoppedNanos);
    nextNanos = nowNanos + waitNanos;
    return Duration.ofNanos(waitNanos);
  }
}
