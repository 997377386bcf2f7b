package io.streambench.bench.load;

import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** A schedule for the requests of a load. Thread-safe. */
final class RequestSchedule {
  private final double intervalNanos;
  private final LongSupplier nanoTime;
  private final long beginNanos;
  private final long durationNanos;
  private final AtomicLong requestCount = new AtomicLong();

  /** The value that {@link #awaitNextRequest} returns when the load is over. */
  static final long END_OF_LOAD = Long.MIN_VALUE;

  private static final long PAUSE_AFTER_LOAD_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Creates a schedule that begins now. Without a rate, every request is due immediately. */
  RequestSchedule(OptionalDouble rate, long durationNanos, LongSupplier nanoTime) {
    this.durationNanos = durationNanos;
    this.intervalNanos = rate.isPresent() ? TimeUnit.SECONDS.toNanos(1) / rate.getAsDouble() : 0;
    this.nanoTime = nanoTime;
    this.beginNanos = nanoTime.getAsLong();
  }

  /**
   * Waits until a request is due; returns its scheduled time, or {@link #END_OF_LOAD} after the
   * load.
   */
  long awaitNextRequest() {
    if (intervalNanos == 0) {
      return nanoTime.getAsLong();
    }
    if (durationNanos > 0 && requestCount.get() * intervalNanos >= durationNanos) {
      // The caller is about to stop. This pause prevents it from spinning until then.
      LockSupport.parkNanos(PAUSE_AFTER_LOAD_NANOS);
      return END_OF_LOAD;
    }
    long dueNanos = beginNanos + (long) (requestCount.getAndIncrement() * intervalNanos);
    for (long left; (left = dueNanos - nanoTime.getAsLong()) > 0; ) {
      LockSupport.parkNanos(left);
      if (Thread.currentThread().isInterrupted()) {
        break; // the interrupt means that this thread should end
      }
    }
    return dueNanos;
  }
}
