package io.streambench.evidence;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;

/**
 * An index of a file's lines: their number, their lengths, and the first one after a moment. Made
 * once, so that a file that has to shrink again is not measured again.
 */
final class LineIndex {
  private static final int EVERY = 16;
  private static final int MILLIS_LENGTH = "2026-11-21T09:10:44.674".length();

  private long[] charsBefore = new long[1024];
  private int marks;
  private long lines;
  private long chars;
  private long linesBefore;

  /**
   * Lines that are kept: those before {@code headEnd} and those from {@code tailStart} on and
   * before {@code tailEnd}.
   */
  record Kept(long headEnd, long tailStart, long tailEnd, long lines) {
    boolean has(long line) {
      return line < headEnd || line >= tailStart && line < tailEnd;
    }

    long cut() {
      return lines - headEnd - (tailEnd - tailStart);
    }
  }

  /**
   * @param moment what is sought in lines that begin with a time; null if nothing is
   */
  LineIndex(Path file, Instant moment) throws IOException {
    String from = moment == null ? null : time(moment);
    linesBefore = -1;
    try (TextLines text = new TextLines(file)) {
      for (CharSequence line = text.next(); line != null; line = text.next()) {
        if (lines % EVERY == 0) {
          mark();
        }
        if (from != null && linesBefore < 0 && later(line, from)) {
          linesBefore = lines;
        }
        lines++;
        chars += line.length() + 1;
      }
    }
    linesBefore = linesBefore < 0 ? lines : linesBefore;
  }

  private void mark() {
    if (marks == charsBefore.length) {
      charsBefore = Arrays.copyOf(charsBefore, marks * 2);
    }
    charsBefore[marks++] = chars;
  }

  /** The last lines before the moment, and a quarter as many after it. */
  Kept around(long maxLines, long maxChars) {
    long middle = charsBefore(linesBefore);
    long start = 0;
    while (start < linesBefore
        && (linesBefore - start > maxLines || middle - charsBefore(start) > maxChars)) {
      start += EVERY;
    }
    long end = lines;
    while (end > linesBefore
        && (end - linesBefore > maxLines / 4 || charsBefore(end) - middle > maxChars / 4)) {
      end = end % EVERY == 0 ? end - EVERY : end / EVERY * EVERY;
    }
    start = Math.min(start, linesBefore);
    return new Kept(0, start, Math.max(start, end), lines);
  }

  /** The beginning and the end, of the same length. */
  Kept ends(long maxChars) {
    if (chars <= maxChars) {
      return new Kept(0, 0, lines, lines);
    }
    long head = 0;
    while (head + EVERY < lines && charsBefore(head + EVERY) <= maxChars / 2) {
      head += EVERY;
    }
    long tail = head;
    while (tail < lines && chars - charsBefore(tail) > maxChars / 2) {
      tail += EVERY;
    }
    return new Kept(head, Math.min(tail, lines), lines, lines);
  }

  /** Known for every few lines; of those between, the one before counts. */
  private long charsBefore(long line) {
    return line >= lines ? chars : charsBefore[(int) (line / EVERY)];
  }

  private static String time(Instant moment) {
    String text = Instant.ofEpochMilli(moment.toEpochMilli()).toString();
    return text.length() > MILLIS_LENGTH
        ? text.substring(0, MILLIS_LENGTH)
        : text.replace("Z", ".000");
  }

  /** Times of one format and one zone are in the order of their text. */
  private static boolean later(CharSequence line, String from) {
    if (line.length() < MILLIS_LENGTH || line.charAt(10) != 'T' || line.charAt(4) != '-') {
      return false;
    }
    for (int i = 0; i < MILLIS_LENGTH; i++) {
      int difference = line.charAt(i) - from.charAt(i);
      if (difference != 0) {
        return difference > 0;
      }
    }
    return false;
  }
}
