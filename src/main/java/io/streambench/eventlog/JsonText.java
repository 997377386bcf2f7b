package io.streambench.eventlog;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * A line of JSON as those read it who look for the message within: escapes such as {@code \u003e},
 * which Docker's json-file driver writes for {@code >}, become what they stand for. What is no
 * escape stays as it is. One buffer serves all lines. Not thread-safe.
 */
final class JsonText {
  private byte[] text = new byte[1024];
  private int length;

  /** The bytes of the line without escapes, as far as {@link #length}. */
  byte[] text() {
    return text;
  }

  int length() {
    return length;
  }

  /** Takes a line. */
  void take(byte[] line, int from, int to) {
    if (text.length < to - from) {
      text = new byte[Math.max(to - from, 2 * text.length)];
    }
    length = 0;
    for (int at = from; at < to; ) {
      if (line[at] == '\\' && at + 1 < to) {
        at = escape(line, at + 1, to);
      } else {
        text[length++] = line[at++];
      }
    }
  }

  /** Resolves the escape behind a backslash; returns the place where the text goes on. */
  private int escape(byte[] line, int at, int to) {
    switch (line[at]) {
      case '"', '\\', '/' -> text[length++] = line[at];
      case 'n', 'r', 't', 'b', 'f' -> text[length++] = ' ';
      case 'u' -> {
        return unicode(line, at, to);
      }
      default -> {
        text[length++] = '\\';
        text[length++] = line[at];
      }
    }
    return at + 1;
  }

  private int unicode(byte[] line, int at, int to) {
    int character = 0;
    for (int i = at + 1; i <= at + 4; i++) {
      int digit = i < to ? Character.digit(line[i], 16) : -1;
      if (digit < 0) {
        text[length++] = '\\';
        text[length++] = 'u';
        return at + 1;
      }
      character = character << 4 | digit;
    }
    if (character < 0x80) {
      text[length++] = (byte) character;
    } else {
      // never more bytes than the six of the escape
      for (byte b : String.valueOf((char) character).getBytes(UTF_8)) {
        text[length++] = b;
      }
    }
    return at + 5;
  }
}
