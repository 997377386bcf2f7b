package io.streambench.bench.load;

import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Schedules the requests of a load. Thread-safe. */
final class Pace {
  private final double nanosBetween;
  private final LongSupplier nanoTime;
  private final long beginNanos;
  private final long durationNanos;
  private final AtomicLong next = new AtomicLong();

  /** Returned by {@link #await} when the load is over. */
  static final long OVER = Long.MIN_VALUE;

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Creates a schedule that begins now; without a rate, every request is due at once. */
  Pace(OptionalDouble rate, long durationNanos, LongSupplier nanoTime) {
    this.durationNanos = durationNanos;
    this.nanosBetween = rate.isPresent() ? TimeUnit.SECONDS.toNanos(1) / rate.getAsDouble() : 0;
    this.nanoTime = nanoTime;
    this.beginNanos = nanoTime.getAsLong();
  }

  /** Waits until a request is due; returns its scheduled time, or {@link #OVER} after the load. */
  long await() {
    if (nanosBetween == 0) {
      return nanoTime.getAsLong();
    }
    if (durationNanos > 0 && next.get() * nanosBetween >= durationNanos) {
      // The caller is about to stop: this pause keeps it from spinning until then.
      LockSupport.parkNanos(PAUSE_NANOS);
      return OVER;
    }
    long dueNanos = beginNanos + (long) (next.getAndIncrement() * nanosBetween);
    for (long left; (left = dueNanos - nanoTime.getAsLong()) > 0; ) {
      LockSupport.parkNanos(left);
      if (Thread.currentThread().isInterrupted()) {
        break; // the interrupt means that this thread should end
      }
    }
    return dueNanos;
  }
}
