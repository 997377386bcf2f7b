package io.streambench.eventlog;

import java.time.Instant;

/** Times as people read them, in UTC. */
public final class EpochTime {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long YEAR_NANOS = 365L * 86_400 * NANOS_PER_SECOND;

  private EpochTime() {}

  /** ISO form; times of the epoch's first year come from a log without dates, and have none. */
  public static String text(long nanos) {
    if (nanos == FlowControlEvent.UNKNOWN) {
      return "unknown";
    }
    String iso =
        Instant.ofEpochSecond(
                Math.floorDiv(nanos, NANOS_PER_SECOND), Math.floorMod(nanos, NANOS_PER_SECOND))
            .toString();
    return nanos >= 0 && nanos < YEAR_NANOS
        ? iso.substring(iso.indexOf('T') + 1, iso.length() - 1)
        : iso;
  }
}
