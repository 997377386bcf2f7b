package io.streambench.diagnose.watch;

import io.streambench.diagnose.live.SessionSnapshot;
import io.streambench.diagnose.live.StreamSnapshot;

/**
 * The number of bytes that were received, consumed and credited between two snapshots of a session
 * or stream. Received bytes reduce the receive window; consumed bytes increase the uncredited
 * bytes. A credit moves uncredited bytes back to the window. If there was a credit, the numbers are
 * estimates that include frame headers.
 */
record Movement(long receivedBytes, long consumedBytes, long creditedBytes) {
  /** The ratio of the largest window to the smallest plausible credit; in Jetty, the ratio is 2. */
  private static final int MIN_CREDIT_DIVISOR = 8;

  /**
   * The smallest plausible credit, in bytes. It is larger than a frame without data, such as PING.
   */
  private static final long MIN_CREDIT_BYTES = 1_024;

  static Movement between(SessionSnapshot before, SessionSnapshot after) {
    long windowDecrease = (long) before.window() - after.window();
    long unexplained = Math.max(0, after.receivedBytes() - before.receivedBytes() - windowDecrease);
    long minCredit = Math.max(MIN_CREDIT_BYTES, after.largestWindow() / MIN_CREDIT_DIVISOR);
    return of(
        windowDecrease,
        (long) after.uncreditedBytes() - before.uncreditedBytes(),
        unexplained >= minCredit ? unexplained : 0);
  }

  /**
   * Returns the smallest movement that explains two snapshots of a stream. The true movement may be
   * larger, because Jetty does not count the bytes received on a stream.
   */
  static Movement between(StreamSnapshot before, StreamSnapshot after) {
    return of(
        (long) before.window() - after.window(),
        (long) after.uncreditedBytes() - before.uncreditedBytes(),
        0);
  }

  private static Movement of(long windowDecrease, long levelIncrease, long minCredit) {
    long credited = Math.max(minCredit, Math.max(0, Math.max(-windowDecrease, -levelIncrease)));
    return new Movement(windowDecrease + credited, levelIncrease + credited, credited);
  }

  boolean isNonZero() {
    return receivedBytes != 0 || consumedBytes != 0;
  }
}
