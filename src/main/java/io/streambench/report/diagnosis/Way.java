package io.streambench.report.diagnosis;

import java.util.List;

/**
 * Something to do.
 *
 * @param line in one line of a terminal; empty where it is told only to those who ask for more
 * @param detail the whole of it, with its price
 */
record Way(String line, String detail) {
  private static final int MOST_LINES = 5;

  /** A way that needs no more words than its line. */
  static Way of(String line) {
    return new Way(line, line);
  }

  /** What the terminal shows first. */
  static List<String> lines(List<Way> ways) {
    return ways.stream()
        .map(Way::line)
        .filter(line -> !line.isEmpty())
        .distinct()
        .limit(MOST_LINES)
        .toList();
  }

  static List<String> details(List<Way> ways) {
    return ways.stream().map(Way::detail).toList();
  }
}
