package io.streambench.flow.events;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;

/**
 * Recognizes DEBUG lines that begin like an earlier line, up to the level. Without a flow-control
 * message they would only change counts and the time, so all but the last of a run can be skipped.
 * They are the majority of lines in a Jetty DEBUG log. Not thread-safe.
 */
final class SimilarLines {
  /** First characters of a similar line; no braces, quotes or words that need a closer look. */
  private static final String PLAIN_START = "0123456789[D";

  /** Minimum length of the text; a shorter line may belong to a thread dump. */
  private static final int MIN_TEXT_LENGTH = 49; // with a CR

  private boolean hasPattern;

  /** The learned line up to the fractional seconds; their digits and {@link #tail} follow. */
  private byte[] head = {};

  private long secondNanos;
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
    secondNanos = times.secondNanos();
    this.textAt = textAt;
    int headEnd = ".,".indexOf(line.charAt(second)) >= 0 ? second + 1 : second;
    head = line.substring(0, headEnd).getBytes(ISO_8859_1);
    tailAt = headEnd;
    while (headEnd > second
        && tailAt < decisiveEnd
        && TimestampParser.isDigit(line.charAt(tailAt))) {
      tailAt++;
    }
    tail = line.substring(tailAt, decisiveEnd).getBytes(ISO_8859_1);
  }

  /** Returns whether a part of an array is a similar line. */
  boolean isSimilar(byte[] bytes, int from, int to) {
    if (!hasPattern
        || to - from < Math.max(tailAt + tail.length, textAt + MIN_TEXT_LENGTH)
        || !isAt(head, bytes, from)
        || !isAt(tail, bytes, from + tailAt)) {
      return false;
    }
    long unit = TimestampParser.NANOS_PER_SECOND / 10;
    nanos = secondNanos;
    for (int at = from + head.length; at < from + tailAt; at++, unit /= 10) {
      if (!TimestampParser.isDigit((char) bytes[at])) {
        return false;
      }
      nanos += unit * (bytes[at] - '0');
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
