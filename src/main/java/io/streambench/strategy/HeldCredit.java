package io.streambench.strategy;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Comes back for credit that was held back: a sender that does not send into what is left of a
 * small window would wait for ever. Jetty's sends into any. Of one session; thread-safe.
 */
final class HeldCredit {
  private static final long DELAY_NANOS = CreditRate.SECOND_NANOS;

  private final Timer timer;
  private final BooleanSupplier send;
  private final AtomicBoolean scheduled = new AtomicBoolean();

  /** Runs a task once, after a time. */
  @FunctionalInterface
  interface Timer {
    void after(long nanos, Runnable task);
  }

  /**
   * @param send sends what is needed; returns whether it is to be called again
   */
  HeldCredit(Timer timer, BooleanSupplier send) {
    this.timer = timer;
    this.send = send;
  }

  /** Credit has been held back. */
  void watch() {
    if (scheduled.compareAndSet(false, true)) {
      try {
        timer.after(DELAY_NANOS, this::run);
      } catch (OutOfMemoryError e) { // no thread can be had; it must not reach the reader
        scheduled.set(false);
      }
    }
  }

  private void run() {
    scheduled.set(false);
    boolean more = true; // of what could not be sent, too
    try {
      more = send.getAsBoolean();
    } finally {
      if (more) {
        watch();
      }
    }
  }

  /** Runs a task on the one thread of the JVM for held credit, which is made at the first use. */
  static void later(long nanos, Runnable task) {
    var unused = OneThread.EXECUTOR.schedule(task, nanos, TimeUnit.NANOSECONDS);
  }

  private static final class OneThread {
    private static final ScheduledThreadPoolExecutor EXECUTOR =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "streambench-credit");
              thread.setDaemon(true);
              return thread;
            });
  }
}
