package io.streambench.eventlog;

/**
 * Lines of level DEBUG that begin as the last such line did, up to their level, and hold no
 * flow-control message. Each of them would be read as that one was, so that all but the last can be
 * passed over: they change nothing but counts and the time. Of a Jetty DEBUG log they are most
 * lines. Not thread-safe.
 */
final class AlikeLines {
  /** What such a line begins with: no brace, quote or word that a reader looks at further. */
  private static final String FIRST = "0123456789[D";

  /** A shorter line may be one of a thread dump. */
  private static final int LEAST_TEXT = 49; // with a CR

  private boolean armed;

  /** What a line begins with, up to the fraction of its second; then digits, then the tail. */
  private String head = "";

  private int secondEnd;
  private long secondNanos;
  private int tailAt;
  private String tail = "";
  private int textAt;

  private String chunk = "";
  private int nextMessage;

  /** The time of the last line that {@link #has} has found. */
  long nanos;

  /** No line is alike until the next is learnt. */
  void forget() {
    armed = false;
  }

  /**
   * Learns from a line that changed nothing.
   *
   * @param textAt where its text begins, behind what wraps it
   * @param decidedAt up to where it must be the same for that, and for its level
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

  /** Returns whether the part of a text is a line like that. */
  boolean has(String text, int from, int to) {
    if (!armed || !begins(text, from, to) || nextMessage(text, from) < to) {
      return false;
    }
    nanos = secondNanos + LineTime.fraction(text, from + secondEnd, from + tailAt);
    return true;
  }

  /** Its text, behind what wraps it. */
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

  /** One search through a text serves all of its lines. */
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
