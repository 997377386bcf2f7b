package io.streambench.eventlog;

import static io.streambench.eventlog.FlowControlEvent.UNKNOWN;

/**
 * Tells the days on which sources with times but without dates begin, in the order in which they
 * begin. A source begins after midnight if its first time is more than half a day before the
 * previous one's. Two ends of one connection begin at nearly the same time, a log that rolled at a
 * later one. Not thread-safe.
 */
final class UndatedDays {
  private long firstOfLastSource = UNKNOWN;
  private long day;

  /**
   * The day, counted from 0, on which the next source begins.
   *
   * @param nanosOfDay its first time
   */
  long begin(long nanosOfDay) {
    if (firstOfLastSource != UNKNOWN && firstOfLastSource - nanosOfDay > LineTime.HALF_A_DAY) {
      day++;
    }
    firstOfLastSource = nanosOfDay;
    return day;
  }
}
