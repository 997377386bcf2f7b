package io.streambench.flowcontrol;

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
  private long sinceNanos;
  private int credits;

  CreditRate(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.sinceNanos = nanoTime.getAsLong();
  }

  /** Whether one more may go out now; then it is counted. */
  synchronized boolean permits() {
    long now = nanoTime.getAsLong();
    if (now - sinceNanos >= SECOND_NANOS) {
      sinceNanos = now;
      credits = 0;
    }
    if (credits == CREDITS_A_SECOND) {
      return false;
    }
    credits++;
    return true;
  }
}
