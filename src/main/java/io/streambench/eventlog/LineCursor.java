package io.streambench.eventlog;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** A place in a line of bytes, and the small steps by which it moves on. Not thread-safe. */
final class LineCursor {
  private static final int MAX_DIGITS = 18;
  private static final int MAX_HASH_DIGITS = 8;

  private byte[] line;
  private int at;
  private int to;

  /** The bytes of a word, to be compared with those of a line. */
  static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  static boolean letterOrDigit(byte b) {
    return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_';
  }

  /** Takes the line that ends before {@code to}. */
  void take(byte[] line, int to) {
    this.line = line;
    this.to = to;
  }

  int at() {
    return at;
  }

  void moveTo(int place) {
    at = place;
  }

  /** Returns whether this character stands here. */
  boolean on(char c) {
    return at < to && line[at] == c;
  }

  /** Moves past the text, if it stands here. */
  boolean skip(byte[] text) {
    int end = at + text.length;
    if (end > to) {
      return false;
    }
    for (int i = 0; i < text.length; i++) {
      if (line[at + i] != text[i]) {
        return false;
      }
    }
    at = end;
    return true;
  }

  /** Moves past the character, if it stands here. */
  boolean skip(char c) {
    boolean on = on(c);
    if (on) {
      at++;
    }
    return on;
  }

  /** Moves past letters and digits, however many. */
  void skipWord() {
    while (at < to && letterOrDigit(line[at])) {
      at++;
    }
  }

  /**
   * Moves behind the next place where the text stands.
   *
   * @return whether there is one
   */
  boolean find(byte[] text, int from) {
    for (int i = from; i + text.length <= to; i++) {
      at = i;
      if (skip(text)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The number that stands here, of at most 18 digits; {@link FlowControlEvent#UNKNOWN} if none.
   */
  long number() {
    int start = at;
    boolean negative = skip('-');
    long value = 0;
    int first = at;
    while (at < to && line[at] >= '0' && line[at] <= '9' && at - first <= MAX_DIGITS) {
      value = value * 10 + line[at++] - '0';
    }
    if (at == first || at - first > MAX_DIGITS) {
      at = start;
      return FlowControlEvent.UNKNOWN;
    }
    return negative ? -value : value;
  }

  /** The hash code that stands here in hexadecimal; {@link FlowControlEvent#UNKNOWN} if none. */
  long hash() {
    int value = 0;
    int start = at;
    for (; at < to && at - start <= MAX_HASH_DIGITS; at++) {
      int digit = Character.digit(line[at], 16);
      if (digit < 0) {
        break;
      }
      value = value << 4 | digit;
    }
    return at > start && at - start <= MAX_HASH_DIGITS
        ? Integer.toUnsignedLong(value)
        : FlowControlEvent.UNKNOWN;
  }

  /** Returns whether the two characters stand side by side in a piece of the line. */
  boolean contains(int from, int end, char first, char second) {
    for (int i = from; i + 1 < end; i++) {
      if (line[i] == first && line[i + 1] == second) {
        return true;
      }
    }
    return false;
  }

  /** The text from here to the first of two characters, or to the end of the line. */
  String textUntil(char end, char other) {
    int last = at;
    while (last < to && line[last] != end && line[last] != other) {
      last++;
    }
    return new String(line, at, last - at, ISO_8859_1);
  }
}
