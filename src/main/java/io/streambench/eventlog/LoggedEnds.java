package io.streambench.eventlog;

import io.streambench.eventlog.LoggedEnd.Kind;
import io.streambench.eventlog.LoggedEnd.Meaning;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Looks for known messages in the lines that are no flow-control events. They count only as part of
 * an exception: at the beginning of a line, behind {@code =>} as Solr's own layout has it, in the
 * last tuple of {@code /stream}, or in a line of level ERROR. Lines of level DEBUG are passed over
 * at the cost of a look at one place. Not thread-safe.
 */
final class LoggedEnds {
  private static final int MAX_HEADER = 512;

  /** Layouts have their level before that. */
  private static final int MAX_LEVEL_AT = 120;

  /** Longer messages are not looked at to their end. */
  private static final int MAX_MESSAGE = 1 << 14;

  private static final byte[] AT = LineCursor.bytes("at ");
  private static final byte[] MORE = LineCursor.bytes("... ");
  private static final byte[] CAUSED_BY = LineCursor.bytes("Caused by: ");
  private static final byte[] SUPPRESSED = LineCursor.bytes("Suppressed: ");
  private static final byte[] UNCAUGHT = LineCursor.bytes("Exception in thread ");
  private static final byte[] JAVA = LineCursor.bytes("java");
  private static final byte[] ORG = LineCursor.bytes("org.");
  private static final byte[] TUPLE = LineCursor.bytes("EXCEPTION\"");
  private static final byte[] STREAM = LineCursor.bytes(" path=/stream params=");
  private static final byte[][] LEVELS =
      Stream.of("DEBUG", "TRACE", "DBUG", "INFO", "WARN", "ERROR")
          .map(LineCursor::bytes)
          .toArray(byte[][]::new);
  private static final int LOW_LEVELS = 3;
  private static final int ERROR = 5;

  /** Frames of threads that read or write the body of a request. */
  private static final List<MessageWords> UPLOADS =
      List.of(
          new MessageWords(".HttpInput"),
          new MessageWords("solr.handler.loader"),
          new MessageWords("RequestContent"),
          new MessageWords("ContentSourceInputStream"));

  private final Map<Kind, LoggedEnd> found = new EnumMap<>(Kind.class);
  private List<StreamRequest> streams = List.of();
  private int levelAt;

  private final byte[] header = new byte[MAX_HEADER];
  private int headerLength;
  private long headerNanos;

  /** The exception whose lines are being read, with the first of the kinds in it. */
  private Kind kind;

  private long amount;
  private long nanos;
  private boolean traced;

  /**
   * Looks at the next line of a log.
   *
   * @param timeNanos of the line, or of the last before it that had one
   */
  void look(byte[] line, int begin, int to, long timeNanos) {
    int from = begin;
    while (from < to && (line[from] == ' ' || line[from] == '\t')) {
      from++;
    }
    if (from == to) {
      return;
    }
    switch (line[from]) {
      case 'a', '.' -> {
        if (startsWith(line, from, to, AT) || startsWith(line, from, to, MORE)) {
          frame(line, from, to);
          return;
        }
      }
      case 'C', 'S' -> {
        if (startsWith(line, from, to, CAUSED_BY) || startsWith(line, from, to, SUPPRESSED)) {
          exception(line, from, to, timeNanos);
          return;
        }
      }
      case 'j', 'o', 'E' -> {
        if (startsWith(line, from, to, JAVA)
            || startsWith(line, from, to, ORG)
            || startsWith(line, from, to, UNCAUGHT)) {
          if (traced) {
            commit();
          }
          traced = true;
          exception(line, from, to, timeNanos);
          return;
        }
      }
      case '{', '}', ',', '"' -> {
        if (tuple(line, from, to, timeNanos)) {
          return;
        }
      }
      default -> {}
    }
    message(line, from, to, timeNanos);
  }

  private void frame(byte[] line, int from, int to) {
    if (kind != null && kind.meaning() != Meaning.OTHER) {
      for (MessageWords upload : UPLOADS) {
        if (upload.amountIn(line, from, Math.min(to, from + MAX_HEADER)) >= 0) {
          kind = Kind.STALLED_UPLOAD;
        }
      }
    }
  }

  private void exception(byte[] line, int from, int to, long timeNanos) {
    int end = Math.min(to, from + MAX_MESSAGE);
    for (Kind known : Kind.values()) {
      if (kind != null && known.compareTo(kind) >= 0) {
        return;
      }
      long said = known.amountIn(line, from, end);
      if (said >= 0) {
        nanos = kind == null ? timeNanos : nanos;
        kind = known;
        amount = said;
        return;
      }
    }
  }

  /** The last tuple of an answer, or a line of it. */
  private boolean tuple(byte[] line, int from, int to, long timeNanos) {
    for (int at = from; at < to; at++) {
      at = LineReader.indexOf(line, (byte) 'X', at, to);
      if (at - 1 > from && line[at - 2] == '"' && startsWith(line, at - 1, to, TUPLE)) {
        commit();
        headerLength = 0;
        exception(line, at, to, timeNanos);
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether a line is of a level above DEBUG, by a look at the place where the last levels
   * stood: false where that does not show it.
   */
  boolean isAboveDebug(byte[] line, int from, int to) {
    return levelAt > 0 && level(line, from, from + levelAt, to) >= LOW_LEVELS;
  }

  /** A line that begins a message. */
  private void message(byte[] line, int from, int to, long timeNanos) {
    commit();
    headerLength = 0;
    int level = level(line, from, to);
    if (level >= 0 && level < LOW_LEVELS) {
      return;
    }
    headerLength = Math.min(to - from, MAX_HEADER);
    System.arraycopy(line, from, header, 0, headerLength);
    headerNanos = timeNanos;
    if (level == ERROR) {
      exception(line, from, to, timeNanos); // Solr 8 has "null:" before it, programs what they like
    }
    for (int at = LineReader.indexOf(line, (byte) '>', from, to);
        at < to;
        at = LineReader.indexOf(line, (byte) '>', at + 1, to)) {
      if (shows(line, from, at, to)) {
        exception(line, at, to, timeNanos);
        at += MAX_MESSAGE;
      }
    }
    int brace = LineReader.indexOf(line, (byte) '{', from, to);
    if (brace - STREAM.length > from && startsWith(line, brace - STREAM.length, to, STREAM)) {
      String expression = SolrLine.expression(line, from, to);
      if (expression != null) {
        StreamRequest request =
            new StreamRequest(
                timeNanos, SolrLine.of(header, 0, headerLength).collection(), expression);
        streams = StreamRequest.newest(streams, List.of(request));
      }
    }
  }

  /** Returns whether the {@code >} is an arrow, or a test's mark of its output, to an exception. */
  private static boolean shows(byte[] line, int from, int at, int to) {
    if (at == from || line[at - 1] != '=' && line[at - 1] != '2') {
      return false;
    }
    int begin = at + 1;
    while (begin < to && line[begin] == ' ') {
      begin++;
    }
    return begin < to && (line[begin] >= 'a' && line[begin] <= 'z' || line[begin] == 'C');
  }

  /**
   * The level's place in the list, -1 if none; mostly it stands where it stood in the last line.
   */
  private int level(byte[] line, int from, int to) {
    int level = level(line, from, from + levelAt, to);
    int end = Math.min(to, from + MAX_LEVEL_AT);
    for (int at = from; level < 0 && at < end; at++) {
      level = level(line, from, at, to);
      levelAt = level < 0 ? levelAt : at - from;
    }
    return level;
  }

  private static int level(byte[] line, int from, int at, int to) {
    if (at >= to || line[at] < 'D' || line[at] > 'W') {
      return -1;
    }
    for (int level = 0; level < LEVELS.length; level++) {
      if (startsWith(line, at, to, LEVELS[level])) {
        int end = at + LEVELS[level].length;
        boolean apart =
            (at == from || !LineCursor.letterOrDigit(line[at - 1]))
                && (end == to || !LineCursor.letterOrDigit(line[end]));
        return apart ? level : -1;
      }
    }
    return -1;
  }

  private void commit() {
    traced = false;
    if (kind != null) {
      found.merge(kind, ended(), LoggedEnd::plus);
      kind = null;
    }
  }

  private LoggedEnd ended() {
    SolrLine place =
        headerLength > 0 && headerNanos == nanos
            ? SolrLine.of(header, 0, headerLength)
            : SolrLine.NOWHERE;
    List<FailedTogether> together =
        place.shard().isEmpty() || nanos == FlowControlEvent.UNKNOWN
            ? List.of()
            : List.of(FailedTogether.of(place, amount, nanos));
    return new LoggedEnd(kind, amount, 1, nanos, nanos, together);
  }

  private static boolean startsWith(byte[] line, int at, int to, byte[] wanted) {
    int end = at + wanted.length;
    if (end > to) {
      return false;
    }
    for (int i = 0; i < wanted.length; i++) {
      if (line[at + i] != wanted[i]) {
        return false;
      }
    }
    return true;
  }

  /** The messages so far, at most one of a kind. */
  List<LoggedEnd> found() {
    commit();
    return List.copyOf(found.values());
  }

  /** The last requests of {@code /stream}. */
  List<StreamRequest> streams() {
    return streams;
  }
}
