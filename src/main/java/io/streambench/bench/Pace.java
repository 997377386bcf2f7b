package io.streambench.bench;

import io.streambench.config.LoadRate;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** When each request of a load is to be sent. For any number of threads. */
final class Pace {
  private final double nanosBetween;
  private final LongSupplier nanoTime;
  private final long beginNanos;
  private final AtomicLong next = new AtomicLong();

  /** Begins now. */
  Pace(LoadRate rate) {
    this(rate, System::nanoTime);
  }

  Pace(LoadRate rate, LongSupplier nanoTime) {
    this.nanosBetween =
        rate.perSecond().isPresent()
            ? TimeUnit.SECONDS.toNanos(1) / rate.perSecond().getAsDouble()
            : 0;
    this.nanoTime = nanoTime;
    this.beginNanos = nanoTime.getAsLong();
  }

  /**
   * Waits until it is time for another request; in a closed loop it always is.
   *
   * @return when it was to be sent, which may have been a while ago
   */
  long await() {
    if (nanosBetween == 0) {
      return nanoTime.getAsLong();
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
