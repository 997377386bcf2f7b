package io.streambench.flow.events;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Formats times for display, in UTC. */
public final class EpochTime {
  private static final long YEAR_NANOS = TimeUnit.DAYS.toNanos(366);

  private EpochTime() {}

  /**
   * Returns whether a time comes from a log with complete dates, and can therefore be compared with
   * other such times.
   */
  public static boolean hasYear(long nanos) {
    return nanos >= YEAR_NANOS;
  }

  /** Returns whether two times can be compared, because both have a year or neither has one. */
  public static boolean areComparable(long nanos, long otherNanos) {
    return hasYear(nanos) == hasYear(otherNanos);
  }

  /**
   * Formats nanoseconds since the epoch in ISO format. A time in 1970 comes from a log without
   * dates, and is therefore formatted without a date.
   */
  public static String format(long nanos) {
    if (nanos == FlowControlEvent.UNKNOWN) {
      return "unknown";
    }
    String iso = Instant.ofEpochSecond(0, nanos).toString();
    return nanos >= 0 && !hasYear(nanos)
        ? iso.substring(iso.indexOf('T') + 1, iso.length() - 1)
        : iso;
  }
}
