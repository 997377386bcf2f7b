package io.streambench.eventlog;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the time in what stands before a message: a date where there is one, hours, minutes and
 * seconds, a fraction, a time zone where one is told (UTC is assumed otherwise). A time without a
 * date belongs to the first of January 1970, and a day later each time that midnight has passed;
 * where several sources are read together, {@link UndatedDays} tells the day on which each begins.
 * Lines that begin with a bare number, as slf4j-simple writes them, give milliseconds since then.
 * Not thread-safe.
 */
final class LineTime {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long SECONDS_PER_DAY = 86_400;
  static final long HALF_A_DAY = SECONDS_PER_DAY / 2 * NANOS_PER_SECOND;
  private static final int DATE_LENGTH = "2026-11-21".length();
  private static final int MAX_PREFIX = 400;
  private static final int MAX_ZONE_HOURS = 18; // as in java.time
  private static final long NONE = Long.MIN_VALUE;
  private static final List<String> MONTHS =
      List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");

  private static final Pattern EPOCH =
      Pattern.compile(
          "\"(epochSecond|timeMillis|__REALTIME_TIMESTAMP)\"\\s*:\\s*\"?(\\d{9,17})\\b");

  private byte[] cached = new byte[0];
  private int cachedAt;
  private long cachedNanos;
  private final UndatedDays begins;
  private long days;
  private long lastWithoutDate = NONE;

  /**
   * @param begins shared by all sources that are read together
   */
  LineTime(UndatedDays begins) {
    this.begins = begins;
  }

  /** Nanoseconds since the epoch; {@link FlowControlEvent#UNKNOWN} if there is no time. */
  long read(byte[] line, int from, int to) {
    int start = from + cachedAt;
    int end = start + cached.length;
    if (cached.length > 0
        && end < to
        && Arrays.equals(line, start, end, cached, 0, cached.length)
        && !digit(line[end])) {
      return cachedNanos + fraction(line, end, to);
    }
    return search(line, from, Math.min(to, from + MAX_PREFIX));
  }

  private long search(byte[] line, int from, int to) {
    for (int at = from; at + 8 <= to; at++) {
      if (line[at + 2] == ':'
          && line[at + 5] == ':'
          && digits(line, at, 2)
          && digits(line, at + 3, 2)
          && digits(line, at + 6, 2)
          && (at == from || begins(line, from, at))) {
        long nanos = time(line, from, at, to);
        if (nanos != FlowControlEvent.UNKNOWN) {
          return nanos;
        }
      }
    }
    return singleDigitHour(line, from, to);
  }

  /**
   * Not in the middle of a longer number; behind a colon only as in {@code 21/Nov/2026:09:10:44}.
   */
  private static boolean begins(byte[] line, int from, int at) {
    byte before = line[at - 1];
    return before == ':' ? at - from > 5 && digits(line, at - 5, 4) : !digit(before);
  }

  /** {@code Nov 21, 2026 7:19:28 AM}: what java.util.logging writes before ten o'clock. */
  private long singleDigitHour(byte[] line, int from, int to) {
    for (int at = from; at + 7 <= to; at++) {
      if (line[at + 1] == ':'
          && line[at + 4] == ':'
          && digits(line, at, 1)
          && digits(line, at + 2, 2)
          && digits(line, at + 5, 2)
          && (at == from || line[at - 1] == ' ')) {
        int hour = number(line, at, 1);
        return dated(line, from, at, at + 7, to, hour, number(line, at + 2, 2), at + 5);
      }
    }
    return relative(line, from, to);
  }

  private long time(byte[] line, int from, int at, int to) {
    int hour = number(line, at, 2);
    int minute = number(line, at + 3, 2);
    if (hour > 23 || minute > 59) {
      return FlowControlEvent.UNKNOWN;
    }
    return dated(line, from, at, at + 8, to, hour, minute, at + 6);
  }

  private long dated(
      byte[] line, int from, int at, int end, int to, int hour, int minute, int secondAt) {
    int second = number(line, secondAt, 2);
    int afterFraction = end;
    if (end < to && (line[end] == '.' || line[end] == ',')) {
      afterFraction++;
      while (afterFraction < to && digit(line[afterFraction])) {
        afterFraction++;
      }
    }
    int half = halfOfDay(line, afterFraction, to);
    if (half >= 0) {
      hour = hour % 12 + half;
    }
    long seconds = hour * 3600L + minute * 60L + second - zoneSeconds(line, afterFraction, to);
    Date date = date(line, from, at);
    if (date != null) {
      long nanos = (date.epochDay * SECONDS_PER_DAY + seconds) * NANOS_PER_SECOND;
      if (half < 0 && date.at >= from) {
        cached = Arrays.copyOfRange(line, date.at, end);
        cachedAt = date.at - from;
        cachedNanos = nanos;
      }
      return nanos + fraction(line, end, to);
    }
    long nanos = seconds * NANOS_PER_SECOND + fraction(line, end, to);
    return withoutDate(nanos);
  }

  private long withoutDate(long nanos) {
    if (lastWithoutDate == NONE) {
      days = begins.begin(nanos);
    }
    long day = days;
    if (lastWithoutDate != NONE && lastWithoutDate - nanos > HALF_A_DAY) {
      day = ++days;
      lastWithoutDate = nanos;
    } else if (lastWithoutDate != NONE && nanos - lastWithoutDate > HALF_A_DAY && days > 0) {
      day--; // a thread that was late with a line of yesterday's
    } else {
      lastWithoutDate = nanos;
    }
    return nanos + day * SECONDS_PER_DAY * NANOS_PER_SECOND;
  }

  private record Date(long epochDay, int at) {}

  /** {@code 2026/11/26 at 04:25:09:101}, as OpenJ9 writes it. */
  private static boolean behindAt(byte[] line, int from, int timeAt) {
    return timeAt - from > 4
        && line[timeAt - 1] == ' '
        && line[timeAt - 2] == 't'
        && line[timeAt - 3] == 'a'
        && line[timeAt - 4] == ' ';
  }

  /** The date that ends before a time: ISO, with slashes, or with the name of a month. */
  private static Date date(byte[] line, int from, int timeAt) {
    int end = timeAt - (behindAt(line, from, timeAt) ? " at ".length() : 1);
    int at = end - DATE_LENGTH;
    if (at >= from
        && (line[at + 4] == '-' || line[at + 4] == '/')
        && line[at + 7] == line[at + 4]
        && digits(line, at, 4)
        && digits(line, at + 5, 2)
        && digits(line, at + 8, 2)) {
      return of(number(line, at, 4), number(line, at + 5, 2), number(line, at + 8, 2), at);
    }
    int begin = Math.max(from, end - 13);
    if (end <= begin) {
      return null;
    }
    String text = new String(line, begin, end - begin, StandardCharsets.ISO_8859_1);
    for (int month = 0; month < MONTHS.size(); month++) {
      int found = text.indexOf(MONTHS.get(month));
      if (found >= 0) {
        return named(text, found, month + 1);
      }
    }
    return null;
  }

  /** {@code Nov 21, 2026}, {@code 21/Nov/2026}, {@code 21 Nov 2026}, {@code Nov 21}. */
  private static Date named(String text, int monthAt, int month) {
    String before = text.substring(0, monthAt).replaceAll("\\D+$", "");
    String dayBefore = before.replaceAll(".*\\D", "");
    String[] after = text.substring(monthAt + 3).replaceAll("^\\D+", "").split("\\D+");
    try {
      if (!dayBefore.isEmpty() && after.length >= 1 && after[0].length() == 4) {
        return of(Integer.parseInt(after[0]), month, Integer.parseInt(dayBefore), -1);
      }
      int year = after.length >= 2 && after[1].length() == 4 ? Integer.parseInt(after[1]) : 1970;
      return of(year, month, Integer.parseInt(after[0]), -1);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static Date of(int year, int month, int day, int at) {
    try {
      return new Date(LocalDate.of(year, month, day).toEpochDay(), at);
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** slf4j-simple: {@code 1234 [main] DEBUG ...}. */
  private static long relative(byte[] line, int from, int to) {
    int at = from;
    long millis = 0;
    while (at < to && digit(line[at]) && at - from < 12) {
      millis = millis * 10 + line[at++] - '0';
    }
    boolean told = at > from && at + 1 < to && line[at] == ' ' && line[at + 1] == '[';
    return told ? millis * 1_000_000 : inJson(line, from, to);
  }

  /** Log4j's JSON layout and journald's write the time as a number. */
  private static long inJson(byte[] line, int from, int to) {
    if (from < to && line[from] == '{') {
      Matcher found = EPOCH.matcher(new String(line, from, to - from, StandardCharsets.ISO_8859_1));
      if (found.find()) {
        long number = Long.parseLong(found.group(2));
        return switch (found.group(1)) {
          case "epochSecond" -> number * NANOS_PER_SECOND;
          case "timeMillis" -> TimeUnit.MILLISECONDS.toNanos(number);
          default -> TimeUnit.MICROSECONDS.toNanos(number);
        };
      }
    }
    return FlowControlEvent.UNKNOWN;
  }

  private static int halfOfDay(byte[] line, int at, int to) {
    if (at + 3 > to || line[at] != ' ' && line[at] != (byte) 0xE2 || at + 2 >= to) {
      return -1;
    }
    int end = Math.min(to, at + 6);
    String text =
        new String(line, at, end - at, StandardCharsets.ISO_8859_1).toUpperCase(Locale.ROOT);
    return text.contains("AM") ? 0 : text.contains("PM") ? 12 : -1;
  }

  /** {@code +01:00}, {@code -0500}, with or without a blank before it; anything else is UTC. */
  private static long zoneSeconds(byte[] line, int from, int to) {
    int at = from;
    while (at < to && line[at] == ' ') {
      at++;
    }
    if (at + 5 > to || line[at] != '+' && line[at] != '-' || !digits(line, at + 1, 2)) {
      return 0;
    }
    int minutesAt = line[at + 3] == ':' ? at + 4 : at + 3;
    int end = minutesAt + 2;
    if (end > to || !digits(line, minutesAt, 2) || end < to && digit(line[end])) {
      return 0;
    }
    int hours = number(line, at + 1, 2);
    int minutes = number(line, minutesAt, 2);
    if (hours > MAX_ZONE_HOURS || minutes > 59) {
      return 0;
    }
    long seconds = hours * 3600L + minutes * 60L;
    return line[at] == '-' ? -seconds : seconds;
  }

  private static long fraction(byte[] line, int at, int to) {
    if (at >= to || line[at] != '.' && line[at] != ',') {
      return 0;
    }
    long nanos = 0;
    long unit = NANOS_PER_SECOND / 10;
    for (int digit = at + 1; digit < to && digit(line[digit]) && unit > 0; digit++) {
      nanos += unit * (line[digit] - '0');
      unit /= 10;
    }
    return nanos;
  }

  private static boolean digit(byte b) {
    return b >= '0' && b <= '9';
  }

  private static boolean digits(byte[] line, int at, int count) {
    for (int i = at; i < at + count; i++) {
      if (!digit(line[i])) {
        return false;
      }
    }
    return true;
  }

  private static int number(byte[] line, int at, int count) {
    int number = 0;
    for (int i = at; i < at + count; i++) {
      number = number * 10 + line[i] - '0';
    }
    return number;
  }
}
