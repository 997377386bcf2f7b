package io.streambench.flow.recording;

import java.util.concurrent.atomic.AtomicLong;

/** Measures the current stall and the total stall time of one window. Thread-safe. */
final class StallMeter {
  /** The value of {@code sinceNanos} while the window is not exhausted. */
  private static final long NOT_EXHAUSTED = Long.MIN_VALUE;

  private final AtomicLong sinceNanos = new AtomicLong(NOT_EXHAUSTED);
  private final AtomicLong endedStallNanos = new AtomicLong();

  void setExhausted(boolean exhausted) {
    if (exhausted) {
      if (sinceNanos.get() == NOT_EXHAUSTED) {
        sinceNanos.compareAndSet(NOT_EXHAUSTED, System.nanoTime());
      }
    } else if (sinceNanos.get() != NOT_EXHAUSTED) {
      long began = sinceNanos.getAndSet(NOT_EXHAUSTED);
      if (began != NOT_EXHAUSTED) {
        endedStallNanos.addAndGet(System.nanoTime() - began);
      }
    }
  }

  /**
   * Returns the {@link System#nanoTime} at which the current stall began, or {@code other} if there
   * is none.
   */
  long sinceNanosOr(long other) {
    long began = sinceNanos.get();
    return began == NOT_EXHAUSTED ? other : began;
  }

  long currentNanos() {
    long began = sinceNanos.get();
    return began == NOT_EXHAUSTED ? 0 : System.nanoTime() - began;
  }

  long totalNanos() {
    return endedStallNanos.get() + currentNanos();
  }
}
