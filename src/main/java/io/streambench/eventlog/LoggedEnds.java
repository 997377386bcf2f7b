package io.streambench.eventlog;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Looks for {@link LoggedEnd}s in the lines that are no flow-control events. Only where an
 * exception begins a line, which is how Solr and Jetty log one: all others cost a look at a byte.
 * Not thread-safe.
 */
final class LoggedEnds {
  private static final int MOST_DIGITS = 18;

  private final Map<LoggedEnd.Kind, LoggedEnd> found = new EnumMap<>(LoggedEnd.Kind.class);

  /**
   * @param timeNanos of the line before that had one
   */
  void look(byte[] line, int from, int to, long timeNanos) {
    if (from == to || line[from] != 'j' && line[from] != 'o' && line[from] != 'C') {
      return; // java.…, org.…, Caused by: …
    }
    for (LoggedEnd.Kind kind : LoggedEnd.Kind.values()) {
      int at = indexOf(line, from, to, kind.before);
      if (at >= 0) {
        amount(line, at + kind.before.length, to, kind, timeNanos);
        return;
      }
    }
  }

  private void amount(byte[] line, int at, int to, LoggedEnd.Kind kind, long timeNanos) {
    int end = at;
    long amount = 0;
    while (end < to && end - at < MOST_DIGITS && line[end] >= '0' && line[end] <= '9') {
      amount = amount * 10 + line[end++] - '0';
    }
    if (end > at == kind.numbered && startsWith(line, end, to, kind.after)) {
      found.merge(kind, new LoggedEnd(kind, amount, timeNanos, timeNanos), LoggedEnd::plus);
    }
  }

  private static int indexOf(byte[] line, int from, int to, byte[] wanted) {
    for (int at = from; at + wanted.length <= to; at++) {
      if (line[at] == wanted[0] && startsWith(line, at, to, wanted)) {
        return at;
      }
    }
    return -1;
  }

  private static boolean startsWith(byte[] line, int at, int to, byte[] wanted) {
    return at + wanted.length <= to
        && Arrays.equals(line, at, at + wanted.length, wanted, 0, wanted.length);
  }

  List<LoggedEnd> found() {
    return List.copyOf(found.values());
  }
}
