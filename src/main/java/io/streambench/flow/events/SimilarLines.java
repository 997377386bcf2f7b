package io.streambench.flow.events;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;

/**
 * Recognizes lines that begin like an earlier line, up to the level, except for the seconds. Most
 * lines of a log do. If they contain nothing to find, they only change counts and the time, so all
 * but the last of a run can be skipped. Not thread-safe.
 */
final class SimilarLines {
  /** First characters of a similar line; no braces, quotes or words that need a closer look. */
  private static final String PLAIN_START = "0123456789[D";

  /** Minimum length of the text; a shorter line may belong to a thread dump. */
  private static final int MIN_TEXT_LENGTH = 49; // with a CR

  private static final int SECOND_DIGITS = 2;

  private boolean hasPattern;

  /** The learned line up to the seconds, of which two digits follow. */
  private byte[] head = {};

  /** The time without the seconds. */
  private long minuteNanos;

  /** The separator of the fraction; empty if there is none. Its digits and the tail follow. */
  private byte[] separator = {};

  private int tailAt;
  private byte[] tail = {};
  private int textAt;

  /** The time of the last line for which {@link #isSimilar} returned true. */
  long nanos;

  /** Recognizes no lines until the next call of {@link #learn}. */
  void forget() {
    hasPattern = false;
  }

  /**
   * Learns how a line without effect begins, so that {@link #isSimilar} recognizes more of them.
   *
   * @param textAt where the line's text begins, after any wrapping by other programs
   * @param decisiveEnd the end of the part that shows the line's wrapping and level
   */
  void learn(String line, int textAt, int decisiveEnd, TimestampParser times) {
    int second = times.secondEnd(line);
    hasPattern =
        second >= 0
            && second < decisiveEnd
            && decisiveEnd <= line.length()
            && PLAIN_START.indexOf(line.charAt(textAt)) >= 0;
    if (!hasPattern) {
      return;
    }
    this.textAt = textAt;
    head = bytes(line, 0, second - SECOND_DIGITS);
    int seconds = Integer.parseInt(line.substring(head.length, second));
    minuteNanos = times.secondNanos() - seconds * TimestampParser.NANOS_PER_SECOND;
    tailAt = ".,".indexOf(line.charAt(second)) >= 0 ? second + 1 : second;
    separator = bytes(line, second, tailAt);
    while (separator.length > 0
        && tailAt < decisiveEnd
        && TimestampParser.isDigit(line.charAt(tailAt))) {
      tailAt++;
    }
    tail = bytes(line, tailAt, decisiveEnd);
  }

  private static byte[] bytes(String line, int from, int to) {
    return line.substring(from, to).getBytes(ISO_8859_1);
  }

  /** Returns whether a part of an array is a similar line. */
  boolean isSimilar(byte[] bytes, int from, int to) {
    if (!hasPattern
        || to - from < Math.max(tailAt + tail.length, textAt + MIN_TEXT_LENGTH)
        || !isAt(head, bytes, from)
        || !isAt(tail, bytes, from + tailAt)) {
      return false;
    }
    int second = from + head.length;
    int fraction = second + SECOND_DIGITS + separator.length;
    if (!areDigits(bytes, second, second + SECOND_DIGITS)
        || !isAt(separator, bytes, second + SECOND_DIGITS)
        || !areDigits(bytes, fraction, from + tailAt)) {
      return false;
    }
    int seconds = (bytes[second] - '0') * 10 + bytes[second + 1] - '0';
    nanos = minuteNanos + seconds * TimestampParser.NANOS_PER_SECOND;
    long unit = TimestampParser.NANOS_PER_SECOND / 10;
    for (int at = fraction; at < from + tailAt; at++, unit /= 10) {
      nanos += unit * (bytes[at] - '0');
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

  private static boolean isAt(byte[] part, byte[] bytes, int at) {
    return Arrays.equals(part, 0, part.length, bytes, at, at + part.length);
  }

  /** Returns the text of a similar line without its wrapping. */
  String text(String line) {
    return line.substring(textAt);
  }
}
