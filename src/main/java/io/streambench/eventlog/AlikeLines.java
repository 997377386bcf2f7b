package io.streambench.eventlog;

/**
 * Recognizes DEBUG lines that begin like the previous one, up to the level, and contain no
 * flow-control message. They would only change counts and the time, so all but the last can be
 * skipped. They are the majority of lines in a Jetty DEBUG log. Not thread-safe.
 */
final class AlikeLines {
  /** First characters of such a line; excludes braces, quotes and words that need a closer look. */
  private static final String FIRST = "0123456789[D";

  /** A shorter line may be one of a thread dump. */
  private static final int LEAST_TEXT = 49; // with a CR

  private boolean armed;

  /** The beginning of a line up to the fraction of its second; digits and the tail follow. */
  private String head = "";

  private int secondEnd;
  private long secondNanos;
  private int tailAt;
  private String tail = "";
  private int textAt;

  private String chunk = "";
  private int nextMessage;

  /** The time of the last line for which {@link #has} returned true. */
  long nanos;

  /** Recognizes no lines until the next call of {@link #learn}. */
  void forget() {
    armed = false;
  }

  /**
   * Learns from a line that changed nothing.
   *
   * @param textAt where its text begins, after its wrapping
   * @param decidedAt the end of the part that determines its wrapping and its level
   */
  void learn(String line, int textAt, int decidedAt, LineTime times) {
    int second = times.secondEnd(line);
    armed =
        second >= 0
            && second < decidedAt
            && decidedAt <= line.length()
            && FIRST.indexOf(line.charAt(textAt)) >= 0;
    secondNanos = times.secondNanos();
    if (!armed
        || !head.isEmpty()
            && textAt == this.textAt
            && tailAt + tail.length() >= decidedAt
            && begins(line, 0, line.length())) {
      return;
    }
    this.textAt = textAt;
    secondEnd = second;
    int headEnd = ".,".indexOf(line.charAt(second)) >= 0 ? second + 1 : second;
    head = line.substring(0, headEnd);
    tailAt = headEnd;
    while (headEnd > second && tailAt < decidedAt && LineTime.digit(line.charAt(tailAt))) {
      tailAt++;
    }
    tail = line.substring(tailAt, decidedAt);
  }

  /** Returns whether a part of a text is such a line. */
  boolean has(String text, int from, int to) {
    if (!armed || !begins(text, from, to) || nextMessage(text, from) < to) {
      return false;
    }
    nanos = secondNanos + LineTime.fraction(text, from + secondEnd, from + tailAt);
    return true;
  }

  /** Returns the text of such a line without its wrapping. */
  String text(String line) {
    return line.substring(textAt);
  }

  private boolean begins(String text, int from, int to) {
    if (to - from < Math.max(tailAt + tail.length(), textAt + LEAST_TEXT)
        || !text.startsWith(head, from)
        || !text.startsWith(tail, from + tailAt)) {
      return false;
    }
    for (int at = from + head.length(); at < from + tailAt; at++) {
      if (!LineTime.digit(text.charAt(at))) {
        return false;
      }
    }
    return true;
  }

  /** Returns the next message at or after a position. One search serves all lines of a text. */
  private int nextMessage(String text, int from) {
    if (!isSame(text) || nextMessage < from) {
      chunk = text;
      int found = JettyLine.find(text, from);
      nextMessage = found < 0 ? Integer.MAX_VALUE : found;
    }
    return nextMessage;
  }

  @SuppressWarnings("ReferenceEquality") // a chunk is read once
  private boolean isSame(String text) {
    return chunk == text;
  }
}
