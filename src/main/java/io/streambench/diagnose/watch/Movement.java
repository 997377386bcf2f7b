package io.streambench.diagnose.watch;

import io.streambench.diagnose.live.SessionSnapshot;
import io.streambench.diagnose.live.StreamSnapshot;

/**
 * Bytes received, consumed and credited between two snapshots of a session. The window shrinks by
 * bytes received and grows by credit; the uncredited bytes grow by bytes consumed and shrink by
 * credit. Without credit all three are exact. With credit they are estimated from the bytes that
 * the connection received, and include frame headers.
 */
record Movement(long received, long consumed, long credited) {
  /** Minimum credit: the largest window divided by this. Jetty's default is half the window. */
  private static final int MIN_CREDIT_DIVISOR = 8;

  /** Minimum credit in bytes; larger than frames without data, such as PING. */
  private static final long MIN_CREDIT_BYTES = 1_024;

  static Movement between(SessionSnapshot before, SessionSnapshot now) {
    long windowDecrease = (long) before.window() - now.window();
    long unexplained = Math.max(0, now.receivedBytes() - before.receivedBytes() - windowDecrease);
    long minCredit = Math.max(MIN_CREDIT_BYTES, now.largestWindow() / MIN_CREDIT_DIVISOR);
    return of(
        windowDecrease,
        (long) now.uncreditedBytes() - before.uncreditedBytes(),
        unexplained >= minCredit ? unexplained : 0);
  }

  /**
   * The smallest movement that explains two snapshots of a stream, whose received bytes are
   * unknown.
   */
  static Movement between(StreamSnapshot before, StreamSnapshot now) {
    return of(
        (long) before.window() - now.window(),
        (long) now.uncreditedBytes() - before.uncreditedBytes(),
        0);
  }

  private static Movement of(long windowDecrease, long levelIncrease, long minCredit) {
    long credited = Math.max(minCredit, Math.max(0, Math.max(-windowDecrease, -levelIncrease)));
    return new Movement(windowDecrease + credited, levelIncrease + credited, credited);
  }

  boolean isNonZero() {
    return received != 0 || consumed != 0;
  }
}
