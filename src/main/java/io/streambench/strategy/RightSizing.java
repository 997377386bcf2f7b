package io.streambench.strategy;

/**
 * The window that a stream needs, found at the receiving end alone by dynamic right-sizing. It is
 * twice what the application consumes in a round trip. Such a window does not keep the sender
 * waiting; where it does, it can still grow. A round trip is the least time from a credit to the
 * first byte that needed this credit. It may be measured too long where a sender was late for its
 * own reasons, but never too short.
 *
 * <p>A window that lacks less than half of its size is left alone. It still holds more than one of
 * the two round trips. So windows grow in few steps, at most {@link #MOST_STEPS} from the smallest
 * to the largest. They must, since a Jetty server counts the settings of a connection's whole life.
 * It closes the connection at the 65th ({@code SettingsBodyParser}).
 *
 * <p>Source: W. Feng, M. Fisk, M. Gardner, E. Weigle, "Dynamic Right-Sizing: An Automated,
 * Lightweight, and Scalable Technique for Enhancing Grid Performance", 2002. Linux sizes TCP's
 * receive buffer in the same way. Serves one session; thread-safe.
 */
final class RightSizing {
  private static final int ROOM = 2;

  /** The least factor by which a window grows, unless it grows to the largest. */
  private static final double STEP = 1.5;

  /** The most steps from 65,535 bytes to 64 MiB: 17 by {@link #STEP}, and one more to reach it. */
  static final int MOST_STEPS = 18;

  private static final long SECOND_NANOS = CreditRate.SECOND_NANOS;

  /** A way may become longer: a round trip counts for so long, and at most twice as long. */
  private static final long MEMORY_NANOS = 10 * SECOND_NANOS;

  /** RFC 9113, 6.9.2: what a stream has where nobody says otherwise, and no SETTINGS are sent. */
  private static final int WINDOW_OF_HTTP2 = 65_535;

  private final int largestWindow;
  private long roundTripNanos = Long.MAX_VALUE;
  private long roundTripBeforeNanos = Long.MAX_VALUE;
  private long rememberedSinceNanos;
  private boolean remembers;
  private int window = WINDOW_OF_HTTP2;
  private boolean windowOnItsWay;
  private long creditsSinceNanos;
  private int credits;

  /**
   * @param largestWindow beyond which it never grows, in bytes
   */
  RightSizing(int largestWindow) {
    this.largestWindow = largestWindow;
  }

  /** The windows of streams have been set. */
  synchronized void windowSet(int bytes) {
    window = bytes;
    windowOnItsWay = false;
  }

  /** The shortest round trip of late, in nanoseconds; {@link Long#MAX_VALUE} if none was seen. */
  synchronized long roundTripNanos() {
    return Math.min(roundTripNanos, roundTripBeforeNanos);
  }

  private synchronized void roundTrip(long nanos, long nowNanos) {
    if (!remembers || nowNanos - rememberedSinceNanos > MEMORY_NANOS) {
      remembers = true;
      rememberedSinceNanos = nowNanos;
      roundTripBeforeNanos = roundTripNanos;
      roundTripNanos = Long.MAX_VALUE;
    }
    roundTripNanos = Math.min(roundTripNanos, Math.max(1, nanos));
  }

  /**
   * Credit goes out for a stream. Where that happens so often that a server might take it for an
   * attack, windows are too small for what comes, however short the way is.
   *
   * @return a larger window for all streams, if one is needed; else 0
   */
  synchronized int credited(long nanos) {
    if (credits == 0 || nanos - creditsSinceNanos > SECOND_NANOS) {
      creditsSinceNanos = nanos;
      credits = 0;
    }
    if (++credits <= CreditRate.CREDITS_A_SECOND) {
      return 0;
    }
    credits = 0;
    return needed(window);
  }

  /**
   * Returns the window that is needed, if that is more than there is; else 0. One at a time is on
   * its way: a smaller one that overtook a larger would take credit back that was given.
   */
  private synchronized int needed(double bytesInARoundTrip) {
    int needed = (int) Math.min(largestWindow, ROOM * bytesInARoundTrip);
    boolean worthIt = needed >= STEP * window || needed == largestWindow;
    if (windowOnItsWay || needed <= window || !worthIt) {
      return 0;
    }
    windowOnItsWay = true;
    return needed;
  }

  /** The state of one stream, as far as it is known; for the threads that receive and read it. */
  final class OfStream {
    private long allowedBytes;
    private long receivedBytes;
    private long withoutCreditBytes;
    private long creditNanos;
    private boolean measures;
    private long consumedBytes;
    private long sinceNanos;
    private boolean begun;

    /**
     * @param window that it begins with
     */
    OfStream(int window) {
      this.allowedBytes = window;
    }

    /** Its window has been made larger without a credit of its own. */
    synchronized void enlarged(int bytes) {
      allowedBytes += bytes;
    }

    /** DATA has arrived. */
    synchronized void received(int bytes, long nanos) {
      receivedBytes += bytes;
      if (measures && receivedBytes > withoutCreditBytes) {
        measures = false;
        roundTrip(nanos - creditNanos, nanos);
      }
    }

    /** Credit is about to go out. */
    synchronized void credited(int bytes, long nanos) {
      if (!measures) {
        measures = true;
        withoutCreditBytes = allowedBytes;
        creditNanos = nanos;
      }
      allowedBytes += bytes;
    }

    /**
     * The application has read.
     *
     * @return a larger window for all streams, if one is needed; else 0
     */
    synchronized int consumed(int bytes, long nanos) {
      if (!begun) {
        begun = true;
        sinceNanos = nanos;
      }
      consumedBytes += bytes;
      long roundTrip = roundTripNanos();
      long elapsed = nanos - sinceNanos;
      if (roundTrip == Long.MAX_VALUE || elapsed < roundTrip) {
        return 0;
      }
      double inARoundTrip = (double) consumedBytes * roundTrip / elapsed;
      consumedBytes = 0;
      sinceNanos = nanos;
      return needed(inARoundTrip);
    }
  }
}
