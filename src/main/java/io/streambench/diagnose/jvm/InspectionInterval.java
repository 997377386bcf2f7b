package io.streambench.diagnose.jvm;

import java.time.Duration;

/**
 * Decides when the heap of a watched JVM may be dumped again. Each wait is at least twice the
 * previous wait, and at least twenty times the pause that the last dump caused. Therefore dumps
 * take at most 5 % of the JVM's time. All times must come from the same clock.
 */
public final class InspectionInterval {
  private static final int WAIT_TO_PAUSE_RATIO = 20;

  private long waitNanos;
  private long nextInspectionNanos;
  private boolean hasInspected;

  /** Creates an interval whose first wait is at least twice {@code initialInterval}. */
  public InspectionInterval(Duration initialInterval) {
    this.waitNanos = initialInterval.toNanos();
  }

  public boolean isDue(long nowNanos) {
    return !hasInspected || nowNanos - nextInspectionNanos >= 0;
  }

  /** Records a heap dump that paused the JVM for {@code stoppedNanos}; returns the next wait. */
  public Duration recordInspection(long nowNanos, long stoppedNanos) {
    hasInspected = true;
    waitNanos = Math.max(2 * waitNanos, WAIT_TO_PAUSE_RATIO * stoppedNanos);
    nextInspectionNanos = nowNanos + waitNanos;
    return Duration.ofNanos(waitNanos);
  }
}
