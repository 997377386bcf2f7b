package io.streambench.flow.recording;

import java.util.concurrent.atomic.AtomicLong;

/** Measures how long one window has been used up, currently and in total. Thread-safe. */
final class StallMeter {
  /** Marks an open window; {@link System#nanoTime} never returns this value here. */
  private static final long OPEN = Long.MIN_VALUE;

  private final AtomicLong since = new AtomicLong(OPEN);
  private final AtomicLong pastNanos = new AtomicLong();

  void set(boolean exhausted) {
    if (exhausted) {
      if (since.get() == OPEN) {
        since.compareAndSet(OPEN, System.nanoTime());
      }
    } else if (since.get() != OPEN) {
      long began = since.getAndSet(OPEN);
      if (began != OPEN) {
        pastNanos.addAndGet(System.nanoTime() - began);
      }
    }
  }

  /** Returns the {@link System#nanoTime} when the stall began, or {@code other} if none. */
  long sinceOr(long other) {
    long began = since.get();
    return began == OPEN ? other : began;
  }

  long currentNanos() {
    long began = since.get();
    return began == OPEN ? 0 : System.nanoTime() - began;
  }

  long totalNanos() {
    return pastNanos.get() + currentNanos();
  }
}
