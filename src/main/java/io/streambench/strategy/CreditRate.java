package io.streambench.strategy;

import java.util.function.LongSupplier;

/**
 * A limit on credits for streams that the server may have ended already: a server of Jetty's closes
 * a connection on which it gets more than 128 of these a second ({@code
 * HTTP2Session.onWindowUpdate} and {@code WindowRateControl}). Half of that is allowed. Of one
 * session; thread-safe.
 */
final class CreditRate {
  static final int CREDITS_A_SECOND = 64;

  static final long SECOND_NANOS = 1_000_000_000;

  private final LongSupplier nanoTime;
  private final long[] times = new long[CREDITS_A_SECOND];
  private int credits;

  CreditRate(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Returns whether one more may go out now; then it is counted. */
  synchronized boolean permits() {
    long now = nanoTime.getAsLong();
    int oldest = credits % CREDITS_A_SECOND;
    if (credits >= CREDITS_A_SECOND && now - times[oldest] < SECOND_NANOS) {
      return false;
    }
    times[oldest] = now;
    credits = oldest + 1 + CREDITS_A_SECOND * (credits >= CREDITS_A_SECOND - 1 ? 1 : 0);
    return true;
  }
}
