package io.streambench.flow.events;

import static io.streambench.flow.events.FlowControlEvent.UNKNOWN;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the time in the text before a message. A time without a zone is in UTC. A time without a
 * date is on 1970-01-01, or one day later after each midnight. A small number, as printed by
 * slf4j-simple, is the number of milliseconds since the start of 1970-01-01. Not thread-safe.
 */
final class TimestampParser {
  static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long SECONDS_PER_DAY = 86_400;
  private static final long HALF_DAY_NANOS = SECONDS_PER_DAY / 2 * NANOS_PER_SECOND;
  private static final int MAX_PREFIX_LENGTH = 400;
  private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
  private static final String MONTH = "(" + MONTHS.replaceAll("(?<=[a-z]{2})(?=[A-Z])", "|") + ")";

  /**
   * Matches an optional date (ISO, slashes, {@code 21/Nov/2026}, {@code Nov 21, 2026}, {@code Nov
   * 21} or {@code 21.11.2026}; Kibana adds an @), a time that is not part of a longer number, and
   * optionally a fraction, {@code AM} or {@code PM}, and a zone.
   */
  private static final Pattern TIME =
      Pattern.compile(
          "(?s)(?:(\\d{4})([-/])(\\d\\d)\\2(\\d\\d)(?: at |.)"
              + ("|(\\d{1,2})\\W?" + MONTH + "\\W?(\\d{4})\\W")
              + ("|" + MONTH + "\\W{1,2}(\\d{1,2})(?:\\W{1,2}(\\d{4}))?+\\W{1,3}")
              + "|(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4}),? )?+"
              + "(?:(?<=.\\d{4}:)|(?<![\\d:]))"
              + "([01]\\d|2[0-3]|(?<![^ ])\\d):([0-5]\\d):(\\d\\d)(?:[.,]\\d*+)?+"
              + "(?:(?: |\\xE2\\x80\\xAF)([AaPp])[Mm]\\b)?+"
              + "(?: *+([+-](?:0\\d|1[0-8]):?[0-5]\\d)(?!\\d))?+");

  /** The number of digits in the current time in nanoseconds since the epoch. */
  private static final int EPOCH_NANOS_DIGITS = 19;

  private static final int ISO_YEAR_GROUP = 1;
  private static final int DAY_GROUP = 5;
  private static final int MONTH_FIRST_GROUP = 8;
  private static final int DOTTED_DAY_GROUP = 11;
  private static final int HOUR_GROUP = 14;
  private static final int SECONDS_GROUP = 16;
  private static final int AM_OR_PM_GROUP = 17;
  private static final int ZONE_GROUP = 18;

  private static final Pattern RELATIVE_MILLIS = Pattern.compile("(\\d{1,12}) \\[");

  /**
   * Matches a line that starts with a time since the epoch, in milliseconds or finer (2014 to
   * 2039).
   */
  private static final Pattern EPOCH_START =
      Pattern.compile("((?:1[4-9]|2[01])\\d{8})[.,]?(\\d{3}(?:\\d{3}){0,2})[ \\t]");

  /** Matches a numeric time in JSON: seconds, or a smaller unit if the number is longer. */
  private static final Pattern EPOCH_FIELD =
      Pattern.compile(
          "\"(?:epochSecond|timeMillis|__REALTIME_TIMESTAMP|@?timestamp|time|ts|date)\"\\s*:\\s*\"?"
              + "([1-8]\\d{9}(?:\\d{3}|\\d{6}|\\d{9})?)(?!\\d)");

  /** The last ISO date and time without the fraction, which the next line usually repeats. */
  private String cachedSecond = "";

  private int cachedOffset;
  private long cachedNanos;
  private final UndatedDays undatedDays;
  private long dayOffset;
  private long lastUndatedNanos = UNKNOWN;

  /**
   * Determines the first day of each source without dates. If the first time of day in a source is
   * more than half a day before that of the previous source, the source starts one day later.
   */
  static final class UndatedDays {
    private long lastSourceStartNanos = UNKNOWN;
    private long currentDay;

    private long firstDay(long nanosOfDay) {
      if (lastSourceStartNanos != UNKNOWN && lastSourceStartNanos - nanosOfDay > HALF_DAY_NANOS) {
        currentDay++;
      }
      lastSourceStartNanos = nanosOfDay;
      return currentDay;
    }
  }

  TimestampParser(UndatedDays undatedDays) {
    this.undatedDays = undatedDays;
  }

  /**
   * Parses the time before offset {@code end}, in nanoseconds since the epoch; UNKNOWN if there is
   * none.
   */
  long parse(String line, int end) {
    int afterSecond = cachedSecondEnd(line);
    if (afterSecond >= 0 && afterSecond < end && !isDigit(line.charAt(afterSecond))) {
      return cachedNanos + parseFractionNanos(line, afterSecond, end);
    }
    int to = Math.min(end, MAX_PREFIX_LENGTH);
    if (mayContainTime(line, to)) {
      Matcher time = TIME.matcher(line).region(0, to);
      if (time.find()) {
        return parseTime(line, time, end);
      }
    }
    return parseNumericTime(line, to);
  }

  /** Returns the time in the last fields of a JSON object, after its message. */
  long parseEnd(String json) {
    String end = "{" + json.substring(Math.max(0, json.length() - MAX_PREFIX_LENGTH / 2));
    return parse(end, end.length());
  }

  /** Returns whether the text before {@code to} contains colons as in {@code hh:mm:ss}. */
  private static boolean mayContainTime(String line, int to) {
    int colon = line.indexOf(':');
    while (colon >= 0 && colon + 3 < to && line.charAt(colon + 3) != ':') {
      colon = line.indexOf(':', colon + 1);
    }
    return colon >= 0 && colon + 3 < to;
  }

  private long parseTime(String line, Matcher time, int end) {
    long hour = parseGroup(time, HOUR_GROUP);
    String amOrPm = time.group(AM_OR_PM_GROUP);
    if (amOrPm != null) {
      hour = hour % 12 + (amOrPm.equalsIgnoreCase("P") ? 12 : 0);
    }
    long seconds =
        (hour * 60 + parseGroup(time, HOUR_GROUP + 1)) * 60
            + parseGroup(time, SECONDS_GROUP)
            - zoneSeconds(time.group(ZONE_GROUP));
    long fraction = parseFractionNanos(line, time.end(SECONDS_GROUP), end);
    long date = epochDays(time);
    if (date == UNKNOWN) {
      return assumeDate(seconds * NANOS_PER_SECOND + fraction);
    }
    long nanos = (date * SECONDS_PER_DAY + seconds) * NANOS_PER_SECOND;
    if (amOrPm == null && time.start(ISO_YEAR_GROUP) >= 0) {
      cachedSecond = line.substring(time.start(), time.end(SECONDS_GROUP));
      cachedOffset = time.start();
      cachedNanos = nanos;
    }
    return nanos + fraction;
  }

  /** Returns the days since the epoch; UNKNOWN if there is no valid date. */
  private static long epochDays(Matcher time) {
    try {
      if (time.start(ISO_YEAR_GROUP) >= 0) {
        return epochDay(parseGroup(time, ISO_YEAR_GROUP), parseGroup(time, 3), parseGroup(time, 4));
      } else if (time.start(DAY_GROUP) >= 0) {
        return epochDay(
            parseGroup(time, DAY_GROUP + 2),
            parseMonth(time, DAY_GROUP + 1),
            parseGroup(time, DAY_GROUP));
      } else if (time.start(MONTH_FIRST_GROUP) >= 0) {
        int year =
            time.start(MONTH_FIRST_GROUP + 2) < 0 ? 1970 : parseGroup(time, MONTH_FIRST_GROUP + 2);
        return epochDay(
            year, parseMonth(time, MONTH_FIRST_GROUP), parseGroup(time, MONTH_FIRST_GROUP + 1));
      } else if (time.start(DOTTED_DAY_GROUP) >= 0) {
        return epochDay(
            parseGroup(time, DOTTED_DAY_GROUP + 2),
            parseGroup(time, DOTTED_DAY_GROUP + 1),
            parseGroup(time, DOTTED_DAY_GROUP));
      }
    } catch (DateTimeException e) {
      // an invalid date
    }
    return UNKNOWN;
  }

  private static long epochDay(int year, int month, int day) {
    return LocalDate.of(year, month, day).toEpochDay();
  }

  private static int parseMonth(Matcher time, int group) {
    return MONTHS.indexOf(time.group(group)) / 3 + 1;
  }

  private static int parseGroup(Matcher time, int group) {
    return Integer.parseInt(time.group(group));
  }

  private static long zoneSeconds(String zone) {
    int hoursAndMinutes = zone == null ? 0 : Integer.parseInt(zone.replace(":", ""));
    return hoursAndMinutes / 100 * 3600L + hoursAndMinutes % 100 * 60L;
  }

  private long assumeDate(long nanos) {
    if (lastUndatedNanos == UNKNOWN) {
      dayOffset = undatedDays.firstDay(nanos);
    }
    long day = dayOffset;
    if (lastUndatedNanos != UNKNOWN && lastUndatedNanos - nanos > HALF_DAY_NANOS) {
      day = ++dayOffset;
      lastUndatedNanos = nanos;
    } else if (lastUndatedNanos != UNKNOWN
        && nanos - lastUndatedNanos > HALF_DAY_NANOS
        && dayOffset > 0) {
      day--; // a thread logged a line of the previous day late
    } else {
      lastUndatedNanos = nanos;
    }
    return nanos + day * SECONDS_PER_DAY * NANOS_PER_SECOND;
  }

  /**
   * Returns a time that is printed as a number, in nanoseconds since the epoch; UNKNOWN if there is
   * none.
   */
  private static long parseNumericTime(String line, int to) {
    if (to > 0 && isDigit(line.charAt(0))) {
      Matcher start = EPOCH_START.matcher(line).region(0, to);
      Matcher relative = RELATIVE_MILLIS.matcher(line).region(0, to);
      return start.lookingAt()
          ? epochNanos(start.group(1) + start.group(2))
          : relative.lookingAt()
              ? TimeUnit.MILLISECONDS.toNanos(Long.parseLong(relative.group(1)))
              : UNKNOWN;
    }
    Matcher epoch = line.startsWith("{") ? EPOCH_FIELD.matcher(line).region(0, to) : null;
    if (epoch != null && epoch.find()) {
      return epochNanos(epoch.group(1));
    }
    return UNKNOWN;
  }

  /** Converts seconds since the epoch and any number of fractional digits to nanoseconds. */
  private static long epochNanos(String digits) {
    return Long.parseLong((digits + "0".repeat(9)).substring(0, EPOCH_NANOS_DIGITS));
  }

  /** Returns the offset after the seconds if the line repeats the last ISO time; otherwise -1. */
  int cachedSecondEnd(String line) {
    int afterSecond = cachedOffset + cachedSecond.length();
    return afterSecond < line.length()
            && !cachedSecond.isEmpty()
            && line.startsWith(cachedSecond, cachedOffset)
        ? afterSecond
        : -1;
  }

  /** Returns the last ISO time without its fraction, in nanoseconds since the epoch. */
  long cachedSecondNanos() {
    return cachedNanos;
  }

  private static long parseFractionNanos(String line, int at, int end) {
    long nanos = 0;
    long unit = at < end && ".,".indexOf(line.charAt(at)) >= 0 ? NANOS_PER_SECOND / 10 : 0;
    for (int i = at + 1; unit > 0 && i < end && isDigit(line.charAt(i)); i++, unit /= 10) {
      nanos += unit * (line.charAt(i) - '0');
    }
    return nanos;
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
