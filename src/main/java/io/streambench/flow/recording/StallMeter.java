package io.streambench.flow.recording;

import java.util.concurrent.atomic.AtomicLong;

/** Measures how long one window has been exhausted, currently and in total. Thread-safe. */
final class StallMeter {
  /**
   * Means that the window is not exhausted; {@link System#nanoTime} never returns this value in
   * practice.
   */
  private static final long OPEN = Long.MIN_VALUE;

  private final AtomicLong sinceNanos = new AtomicLong(OPEN);
  private final AtomicLong endedStallNanos = new AtomicLong();

  void setExhausted(boolean exhausted) {
    if (exhausted) {
      if (sinceNanos.get() == OPEN) {
        sinceNanos.compareAndSet(OPEN, System.nanoTime());
      }
    } else if (sinceNanos.get() != OPEN) {
      long began = sinceNanos.getAndSet(OPEN);
      if (began != OPEN) {
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
    return began == OPEN ? other : began;
  }

  long currentNanos() {
    long began = sinceNanos.get();
    return began == OPEN ? 0 : System.nanoTime() - began;
  }

  long totalNanos() {
    return endedStallNanos.get() + currentNanos();
  }
}
