package io.streambench.flow.events;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;

/**
 * Recognizes DEBUG lines with the same format as an earlier line without findings. A reader can
 * skip these lines, which are the majority in Jetty's DEBUG log. Not thread-safe.
 */
final class SimilarLines {
  /** The characters with which the text of a similar line may begin. */
  private static final String PLAIN_START = "0123456789[D";

  /** The minimum length of the text. A shorter line may belong to a thread dump. */
  private static final int MIN_TEXT_LENGTH = 49; // including a CR

  private boolean hasPattern;

  /** The start of the learned line, before the digits of the fraction and the {@link #tail}. */
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
   * Learns the format of a line, so that similar lines are recognized.
   *
   * @param textAt the offset of the line's text, after any prefix added by other programs
   * @param decisiveEnd the end of the part that a similar line repeats, except for the fraction
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

  /** Returns whether the range contains a line that is similar to the learned one. */
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

  /** Returns the text of a similar line, without any prefix added by other programs. */
  String text(String line) {
    return line.substring(textAt);
  }
}
