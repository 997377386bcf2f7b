package io.streambench.strategy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/**
 * Limits the credit for streams that the peer may have ended. A server of Jetty's closes a
 * connection on which it gets more than 128 frames a second for ended streams ({@code
 * HTTP2Session.onWindowUpdate}, {@code WindowRateControl}), and an END_STREAM may always be on its
 * way. Credit counts for a second, or until DATA arrives that could not have been sent without it.
 * Of one session; thread-safe.
 */
final class UnusedCredit {
  /** Leaves room for other frames that Jetty counts, as SETTINGS. */
  static final int UNUSED_A_SECOND = 96;

  /** As many may be sent ahead of any answer; the rest is for streams whose data is read. */
  static final int AHEAD_A_SECOND = 32;

  private static final long SECOND_NANOS = 1_000_000_000;

  private final LongSupplier nanoTime;
  private final Deque<Credit> sent = new ArrayDeque<>();
  private int unused;

  UnusedCredit(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** One WINDOW_UPDATE of a stream. */
  static final class Credit {
    private final long sentAtNanos;
    private final long usedBeyondBytes;
    private boolean counts = true;

    private Credit(long sentAtNanos, long usedBeyondBytes) {
      this.sentAtNanos = sentAtNanos;
      this.usedBeyondBytes = usedBeyondBytes;
    }

    /** Returns whether a stream can have received so many bytes only by use of this credit. */
    boolean isUsedBy(long receivedBytes) {
      return receivedBytes > usedBeyondBytes;
    }
  }

  /**
   * Counts one more, if it may go out.
   *
   * @param usedBeyondBytes what the stream may receive in all without it
   * @param most of them that count at a time
   * @return null if it may not
   */
  synchronized Credit send(long usedBeyondBytes, int most) {
    long now = nanoTime.getAsLong();
    for (Credit first = sent.peek();
        first != null && (!first.counts || now - first.sentAtNanos >= SECOND_NANOS);
        first = sent.peek()) {
      used(sent.remove());
    }
    if (unused >= most) {
      return null;
    }
    Credit credit = new Credit(now, usedBeyondBytes);
    sent.add(credit);
    unused++;
    return credit;
  }

  /** Counts this no longer. */
  synchronized void used(Credit credit) {
    if (credit.counts) {
      credit.counts = false;
      unused--;
    }
  }
}
