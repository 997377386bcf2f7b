package io.streambench.flow.events;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;

/**
 * Recognizes lines that equal an earlier line up to the level, except for the time. Most lines of a
 * log are similar in this way. Similar lines without findings change only counts and the time.
 * Therefore a reader can skip all of them except the last. Not thread-safe.
 */
final class SimilarLines {
  /** The characters with which the text of a similar line may start. */
  private static final String PLAIN_START_CHARS = "0123456789[D";

  /** The minimum length of the text. A shorter line may belong to a thread dump. */
  private static final int MIN_TEXT_LENGTH = 49; // including a CR

  private static final int SECOND_DIGITS = 2;

  private boolean hasPattern;

  /** The start of the learned line, before the digits of the fraction and the {@link #tail}. */
  private byte[] head = {};

  /** The time without the seconds. */
  private long minuteNanos;

  /** The separator before the fraction of the seconds; empty if there is no fraction. */
  private byte[] separator = {};

  private int tailOffset;
  private byte[] tail = {};
  private int textOffset;

  /** The time of the last line for which {@link #isSimilar} returned true. */
  long lastNanos;

  /** Forgets the learned line. No lines are recognized until the next call of {@link #learn}. */
  void reset() {
    hasPattern = false;
  }

  /**
   * Learns the format of a line, so that similar lines are recognized.
   *
   * @param textOffset the offset of the line's text, after any prefix added by other programs
   * @param decisiveEnd the end of the part that a similar line repeats, except for the fraction
   */
  void learn(String line, int textOffset, int decisiveEnd, TimestampParser times) {
    int second = times.cachedSecondEnd(line);
    hasPattern =
        second >= 0
            && second < decisiveEnd
            && decisiveEnd <= line.length()
            && PLAIN_START_CHARS.indexOf(line.charAt(textOffset)) >= 0;
    if (!hasPattern) {
      return;
    }
    this.textOffset = textOffset;
    head = bytes(line, 0, second - SECOND_DIGITS);
    int seconds = Integer.parseInt(line.substring(head.length, second));
    minuteNanos = times.cachedSecondNanos() - seconds * TimestampParser.NANOS_PER_SECOND;
    tailOffset = ".,".indexOf(line.charAt(second)) >= 0 ? second + 1 : second;
    separator = bytes(line, second, tailOffset);
    while (separator.length > 0
        && tailOffset < decisiveEnd
        && TimestampParser.isDigit(line.charAt(tailOffset))) {
      tailOffset++;
    }
    tail = bytes(line, tailOffset, decisiveEnd);
  }

  private static byte[] bytes(String line, int from, int to) {
    return line.substring(from, to).getBytes(ISO_8859_1);
  }

  /** Returns whether the range contains a line that is similar to the learned one. */
  boolean isSimilar(byte[] bytes, int from, int to) {
    if (!hasPattern
        || to - from < Math.max(tailOffset + tail.length, textOffset + MIN_TEXT_LENGTH)
        || !matchesAt(head, bytes, from)
        || !matchesAt(tail, bytes, from + tailOffset)) {
      return false;
    }
    int second = from + head.length;
    int fraction = second + SECOND_DIGITS + separator.length;
    if (!areDigits(bytes, second, second + SECOND_DIGITS)
        || !matchesAt(separator, bytes, second + SECOND_DIGITS)
        || !areDigits(bytes, fraction, from + tailOffset)) {
      return false;
    }
    int seconds = (bytes[second] - '0') * 10 + bytes[second + 1] - '0';
    lastNanos = minuteNanos + seconds * TimestampParser.NANOS_PER_SECOND;
    long unit = TimestampParser.NANOS_PER_SECOND / 10;
    for (int at = fraction; at < from + tailOffset; at++, unit /= 10) {
      lastNanos += unit * (bytes[at] - '0');
    }
    return true;
  }

  private static boolean areDigits(byte[] bytes, int from, int to) {
    for (int at = from; at < to; at++) {
      if (!TimestampParser.isDigit((char) bytes[at])) {
        return false;
      }
    }
    return true;
  }

  private static boolean matchesAt(byte[] part, byte[] bytes, int at) {
    return Arrays.equals(part, 0, part.length, bytes, at, at + part.length);
  }

  /** Returns the text of a similar line, without any prefix added by other programs. */
  String stripPrefix(String line) {
    return line.substring(textOffset);
  }
}
