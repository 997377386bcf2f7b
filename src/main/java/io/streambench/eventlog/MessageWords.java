package io.streambench.eventlog;

import java.util.Arrays;

/**
 * The words of a message around its numbers.
 *
 * @param text the words; {@code #} is a number of at most 18 digits
 */
record MessageWords(String text, byte[][] pieces) {
  private static final int MAX_DIGITS = 18;

  MessageWords(String text) {
    this(text, Arrays.stream(text.split("#", -1)).map(LineCursor::bytes).toArray(byte[][]::new));
  }

  /** The last number in the first place that has these words, 0 without one; -1 if none has. */
  long amountIn(byte[] line, int from, int to) {
    byte first = pieces[0][0];
    for (int at = LineReader.indexOf(line, first, from, to);
        at < to;
        at = LineReader.indexOf(line, first, at + 1, to)) {
      long amount = amountAt(line, at, to);
      if (amount >= 0) {
        return amount;
      }
    }
    return -1;
  }

  private long amountAt(byte[] line, int from, int to) {
    int at = from;
    long amount = 0;
    for (int i = 0; i < pieces.length; i++) {
      if (i > 0) {
        int begin = at;
        amount = 0;
        while (at < to && at - begin < MAX_DIGITS && line[at] >= '0' && line[at] <= '9') {
          amount = amount * 10 + line[at++] - '0';
        }
        if (at == begin) {
          return -1;
        }
      }
      int end = at + pieces[i].length;
      if (end > to || !Arrays.equals(line, at, end, pieces[i], 0, pieces[i].length)) {
        return -1;
      }
      at = end;
    }
    boolean goesOn = at < to && (line[at] == '/' || LineCursor.letterOrDigit(line[at]));
    return goesOn ? -1 : amount;
  }
}
