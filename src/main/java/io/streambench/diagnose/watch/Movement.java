package io.streambench.diagnose.watch;

import io.streambench.diagnose.live.SessionSnapshot;
import io.streambench.diagnose.live.StreamSnapshot;

/**
 * Bytes received, consumed and credited between two snapshots of a session. The window shrinks by
 * bytes received and grows by credit; the level grows by bytes consumed and shrinks by credit.
 * Without credit all three are exact. With credit they are estimated from the bytes that the
 * connection received, and include frame headers.
 */
record Movement(long received, long consumed, long credited) {
  /**
   * By default, Jetty gives credit for half of the largest window at a time; an eighth is well
   * below that.
   */
  private static final int MIN_CREDIT_DIVISOR = 8;

  /** More than the bytes of frames without data, such as PING. */
  private static final long MIN_CREDIT = 1_024;

  static Movement between(SessionSnapshot before, SessionSnapshot now) {
    long shrunk = (long) before.window() - now.window();
    long more = Math.max(0, now.receivedBytes() - before.receivedBytes() - shrunk);
    long enough = Math.max(MIN_CREDIT, now.largestWindow() / MIN_CREDIT_DIVISOR);
    return of(
        shrunk, (long) now.uncreditedBytes() - before.uncreditedBytes(), more >= enough ? more : 0);
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

  private static Movement of(long shrunk, long raised, long leastCredit) {
    long credited = Math.max(leastCredit, Math.max(0, Math.max(-shrunk, -raised)));
    return new Movement(shrunk + credited, raised + credited, credited);
  }

  boolean isAny() {
    return received != 0 || consumed != 0;
  }
}
