package io.streambench.flow.recording;

import java.util.concurrent.atomic.AtomicLong;

/** Measures the current stall and the total stall time of one window. Thread-safe. */
final class StallMeter {
  /** The value of {@link #stallStartNanos} while the window is not exhausted. */
  private static final long NOT_EXHAUSTED = Long.MIN_VALUE;

  private final AtomicLong stallStartNanos = new AtomicLong(NOT_EXHAUSTED);
  private final AtomicLong endedStallNanos = new AtomicLong();

  void setExhausted(boolean exhausted) {
    if (exhausted) {
      if (stallStartNanos.get() == NOT_EXHAUSTED) {
        stallStartNanos.compareAndSet(NOT_EXHAUSTED, System.nanoTime());
      }
    } else if (stallStartNanos.get() != NOT_EXHAUSTED) {
      long began = stallStartNanos.getAndSet(NOT_EXHAUSTED);
      if (began != NOT_EXHAUSTED) {
        endedStallNanos.addAndGet(System.nanoTime() - began);
      }
    }
  }

  /**
   * Returns the {@link System#nanoTime} at which the current stall began, or {@code defaultNanos}
   * if there is none.
   */
  long startNanosOr(long defaultNanos) {
    long began = stallStartNanos.get();
    return began == NOT_EXHAUSTED ? defaultNanos : began;
  }

  long currentNanos() {
    long began = stallStartNanos.get();
    return began == NOT_EXHAUSTED ? 0 : System.nanoTime() - began;
  }

  long totalNanos() {
    return endedStallNanos.get() + currentNanos();
  }
}
