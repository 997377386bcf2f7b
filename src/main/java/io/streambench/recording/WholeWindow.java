package io.streambench.recording;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The initial receive window of a session or stream: what is left of it, unread and unacknowledged
 * bytes together. The first two are known at any moment, so the third follows. Jetty gives credit
 * first and writes the WINDOW_UPDATE later, and DATA that uses the credit may come between: bytes
 * that were counted when the frame was written would count twice until then. Thread-safe.
 */
final class WholeWindow {
  private final AtomicLong bytes;

  WholeWindow(long left, long unread, long unacknowledged) {
    bytes = new AtomicLong(left + unread + unacknowledged);
  }

  /** Settings have made it larger, or smaller. */
  void enlarged(int by) {
    bytes.addAndGet(by);
  }

  /** Credit was given; more than it ever had makes it larger, as Jetty has it. */
  void credited(long left) {
    bytes.accumulateAndGet(left, Math::max);
  }

  /** The bytes that were consumed, and of which the other end has got no credit. */
  long unacknowledged(long left, long unread) {
    return Math.max(0, bytes.get() - left - unread);
  }
}
