package io.streambench.bench.load;

import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Schedules the requests of a load. For any number of threads. */
final class Pace {
  private final double nanosBetween;
  private final LongSupplier nanoTime;
  private final long beginNanos;
  private final long nanos;
  private final AtomicLong next = new AtomicLong();

  /** The value that {@link #await} returns where nothing is to be sent any more. */
  static final long OVER = Long.MIN_VALUE;

  private static final long SHORTLY = TimeUnit.MILLISECONDS.toNanos(1);

  /** Begins now, with so many requests per second; 0 seconds have no end. */
  Pace(OptionalDouble rate, double seconds) {
    this(rate, (long) (seconds * TimeUnit.SECONDS.toNanos(1)), System::nanoTime);
  }

  Pace(OptionalDouble rate, long nanos, LongSupplier nanoTime) {
    this.nanos = nanos;
    this.nanosBetween = rate.isPresent() ? TimeUnit.SECONDS.toNanos(1) / rate.getAsDouble() : 0;
    this.nanoTime = nanoTime;
    this.beginNanos = nanoTime.getAsLong();
  }

  /** Waits until the next request is due; returns that moment, or {@link #OVER} after the load. */
  long await() {
    if (nanosBetween == 0) {
      return nanoTime.getAsLong();
    }
    if (nanos > 0 && next.get() * nanosBetween >= nanos) {
      // The caller is about to stop, and must not ask a million times before.
      LockSupport.parkNanos(SHORTLY);
      return OVER;
    }
    long intended = beginNanos + (long) (next.getAndIncrement() * nanosBetween);
    for (long left; (left = intended - nanoTime.getAsLong()) > 0; ) {
      LockSupport.parkNanos(left);
      if (Thread.currentThread().isInterrupted()) {
        break; // whoever waits for this thread wants it to end
      }
    }
    return intended;
  }
}
