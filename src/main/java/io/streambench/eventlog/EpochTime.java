package io.streambench.eventlog;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Times as people read them, in UTC. */
public final class EpochTime {
  private static final long YEAR_NANOS = TimeUnit.DAYS.toNanos(365);

  private EpochTime() {}

  /** ISO form; times of the epoch's first year come from a log without dates, and have none. */
  public static String text(long nanos) {
    if (nanos == FlowControlEvent.UNKNOWN) {
      return "unknown";
    }
    String iso = Instant.ofEpochSecond(0, nanos).toString();
    return nanos >= 0 && nanos < YEAR_NANOS
        ? iso.substring(iso.indexOf('T') + 1, iso.length() - 1)
        : iso;
  }
}
