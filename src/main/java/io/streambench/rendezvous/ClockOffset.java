package io.streambench.rendezvous;

import java.util.function.LongSupplier;

/**
 * The lead of ZooKeeper's clock over this machine's, from the creation time of a node. Half of the
 * time until the answer bounds the error (D. L. Mills, "Internet time synchronization", 1991).
 */
public record ClockOffset(double millis, double boundMillis) {
  private static final int TRIES = 8;
  private static final double NANOS_PER_MILLI = 1e6;

  /** ZooKeeper counts whole milliseconds. */
  private static final double RESOLUTION_MILLIS = 1;

  interface TheirClock {
    long millis() throws Exception;
  }

  /** Compares the clocks a few times, and keeps the quickest answer. */
  static ClockOffset measured(TheirClock theirs, LongSupplier millis, LongSupplier nanos)
      throws Exception {
    ClockOffset best = null;
    for (int i = 0; i < TRIES; i++) {
      long before = millis.getAsLong();
      long begin = nanos.getAsLong();
      long their = theirs.millis();
      double half = (nanos.getAsLong() - begin) / NANOS_PER_MILLI / 2;
      if (best == null || half + RESOLUTION_MILLIS < best.boundMillis()) {
        best = new ClockOffset(their - (before + half), half + RESOLUTION_MILLIS);
      }
    }
    return best;
  }
}
