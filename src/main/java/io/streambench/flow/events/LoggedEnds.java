package io.streambench.flow.events;

import io.streambench.flow.events.LoggedEnd.Kind;
import io.streambench.flow.events.LoggedMessage.Said;
import io.streambench.flow.events.TextFindings.StreamRequest;
import io.streambench.flow.threads.SolrjClient;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds known messages in lines other than flow-control lines. A message counts in a line of level
 * WARN or above, and as the message of an exception: at the beginning of a line, after {@code =>},
 * in the last tuple of {@code /stream}, in a line without a level, or in any line followed by a
 * stack. Quoted text does not count ({@link Quotation}). Of DEBUG lines usually only the level is
 * read. Not thread-safe.
 */
final class LoggedEnds {
  private static final int MAX_HEADER = 512;

  /** Log layouts have their level before this position. */
  private static final int MAX_LEVEL_AT = 120;

  /** Messages are only searched up to this length. */
  private static final int MAX_MESSAGE = 1 << 14;

  /** An exception after an arrow, or after a test's output marker. */
  private static final Pattern SHOWN = Pattern.compile("[=2](> *+[a-zC])");

  /** A line of each thread in a dump. */
  private static final String THREAD_STATE = "java.lang.Thread.State: ";

  private static final String TUPLE = "\"EXCEPTION\"";
  private static final String STREAM = " path=/stream params=";

  /** The end of an exception's name, before its message. */
  private static final Literals NAMES = new Literals(Stream.of("Exception: ", "Error: "));

  static final Literals MESSAGES = new Literals(Arrays.stream(Kind.values()).flatMap(Kind::begins));

  private final Map<Kind, LoggedEnd> ends = new EnumMap<>(Kind.class);
  final Set<SolrjClient> clients = EnumSet.noneOf(SolrjClient.class);
  List<StreamRequest> streams = List.of();
  final Set<LoggedContext> contexts = EnumSet.noneOf(LoggedContext.class);

  /** The lines that belong to a known message or a request. */
  long used;

  private final Matcher level =
      LogLevel.PATTERN.matcher("").useTransparentBounds(true).useAnchoringBounds(false);
  private int levelAt;

  private String header = "";
  private long headerNanos;

  /** The first known kind in the exception that is being read. */
  private Kind kind;

  private Said said;

  /** The last text that was searched, because the same failure is often logged many times. */
  private Looked looked = new Looked("", 0, null, null);

  /** The first kind in a text; null if there is none. */
  private record Looked(String text, int from, Kind kind, Said said) {
    static Looked at(String text, int from) {
      for (Kind known : Kind.values()) {
        Optional<Said> found = known.saidIn(text, from);
        if (found.isPresent()) {
          return new Looked(text, from, known, found.get());
        }
      }
      return new Looked(text, from, null, null);
    }
  }

  private long nanos;
  private boolean traced;

  /** The known origins of the exception. {@code lines} is its number of lines. */
  private final Set<LoggedContext> context = EnumSet.noneOf(LoggedContext.class);

  private long lines;

  /** The last line, if it counts only when a stack follows; otherwise empty. */
  private String awaitsStack = "";

  /** The end of the last line's level plus one character; 0 unless the level is DEBUG. */
  int detailEnd;

  /** Processes a skipped DEBUG line, which counts only if a stack follows. */
  void passed(String text) {
    nextLine();
    commit();
    header = "";
    awaitsStack = text;
  }

  /** The position of the last level, where the next one is expected. */
  int levelAt() {
    return levelAt;
  }

  /** Counts a line of the source, which may contain several lines. */
  void nextLine() {
    lines++;
  }

  /** Processes the next line. Its time is its own, or that of the last line with a time. */
  void look(String line, long timeNanos) {
    String text = line.stripLeading();
    detailEnd = 0;
    if (text.isEmpty() || text.startsWith(THREAD_STATE)) {
      return;
    }
    if (text.startsWith("at ") || text.startsWith("... ")) {
      frame(text, timeNanos);
    } else if (text.startsWith("Caused by: ") || text.startsWith("Suppressed: ")) {
      exception(text, timeNanos);
    } else if (text.startsWith("java")
        || text.startsWith("org.")
        || text.startsWith("Exception in thread ")) {
      if (traced) {
        commit();
      }
      traced = true;
      exception(text, timeNanos);
    } else if ("{},\"".indexOf(text.charAt(0)) < 0 || !tuple(text, timeNanos)) {
      message(text, timeNanos);
    }
  }

  private void frame(String whole, long timeNanos) {
    if (!awaitsStack.isEmpty()) {
      header = limited(awaitsStack, MAX_HEADER);
      headerNanos = timeNanos;
      named(awaitsStack, timeNanos);
      awaitsStack = "";
    }
    if (kind == null) {
      return;
    }
    String text = limited(whole, MAX_HEADER);
    SolrjClient.look(text, clients);
    LoggedContext.look(text, context);
  }

  private static String limited(String text, int most) {
    return text.substring(0, Math.min(text.length(), most));
  }

  private void exception(String text, long timeNanos) {
    exception(limited(text, MAX_MESSAGE), 0, timeNanos);
  }

  private void exception(String text, int from, long timeNanos) {
    if (!MESSAGES.in(text)) {
      return;
    }
    if (!text.equals(looked.text) || from != looked.from) {
      looked = Looked.at(text, from);
    }
    if (looked.kind != null && (kind == null || looked.kind.compareTo(kind) < 0)) {
      nanos = kind == null ? timeNanos : nanos;
      kind = looked.kind;
      said = looked.said;
      Stream.of(header, limited(awaitsStack, MAX_HEADER), text)
          .distinct() // usually one line
          .forEach(shown -> LoggedContext.look(shown, context));
    }
  }

  /** Finds the message of an exception whose name is anywhere in a line. */
  private void named(String text, long timeNanos) {
    String begin = limited(text, MAX_MESSAGE);
    int at = NAMES.find(begin, 0);
    if (at >= 0) {
      while (at > 0 && ofName(begin.charAt(at - 1))) {
        at--;
      }
      exception(begin, at, timeNanos);
    }
  }

  private static boolean ofName(char c) {
    return c < 128 && (Character.isLetterOrDigit(c) || "_.$".indexOf(c) >= 0);
  }

  private boolean tuple(String text, long timeNanos) {
    int at = text.indexOf(TUPLE);
    if (at < 0) {
      return false;
    }
    commit();
    header = "";
    exception(text.substring(at + 1), timeNanos);
    return true;
  }

  /** Returns whether a line has a level above DEBUG at the position of the last level. */
  boolean isAboveDebug(String line) {
    return levelAt > 0 && levelled(line) && LogLevel.of(level) != LogLevel.DETAIL;
  }

  private void message(String text, long timeNanos) {
    commit();
    header = "";
    awaitsStack = "";
    LogLevel found = level(text);
    if (found == LogLevel.DETAIL) {
      detailEnd = level.start(1) < 0 ? 0 : level.end(1) + 1;
      awaitsStack = text;
      return;
    }
    header = limited(text, MAX_HEADER);
    headerNanos = timeNanos;
    if (found == LogLevel.ALERT) {
      exception(text, timeNanos); // Solr 8 writes "null:" before it, other programs other text
    } else if (found == null) {
      named(text, timeNanos);
    }
    if (text.contains("=>") || text.contains("2>")) {
      Matcher shown = SHOWN.matcher(text);
      for (int at = 0;
          at < text.length() && shown.find(at);
          at = shown.start(1) + MAX_MESSAGE + 1) {
        exception(text.substring(shown.start(1)), timeNanos);
      }
    }
    awaitsStack = kind == null ? text : "";
    int brace = text.indexOf('{');
    if (brace >= 0 && text.startsWith(STREAM, brace - STREAM.length())) {
      String expression = LoggedPlace.expression(text);
      if (expression != null) {
        used++;
        StreamRequest request =
            new StreamRequest(timeNanos, LoggedPlace.of(header).collection(), expression);
        streams = StreamRequest.newest(streams, List.of(request));
      }
    }
  }

  /** Returns the level of a line; null if it shows none. */
  private LogLevel level(String text) {
    if (levelled(text)) {
      return LogLevel.of(level);
    }
    int end = Math.min(text.length(), MAX_LEVEL_AT);
    for (int at = 0; at < end; at++) {
      if (LogLevel.mayBegin(text, at) && level.reset(text).region(at, end).lookingAt()) {
        levelAt = at;
        return LogLevel.of(level);
      }
    }
    return null;
  }

  /** Returns whether a line has a level at the position of the last one, which is usual. */
  private boolean levelled(String line) {
    return LogLevel.mayBegin(line, levelAt)
        && level.reset(line).region(levelAt, line.length()).lookingAt();
  }

  private void commit() {
    traced = false;
    if (kind != null) {
      used += lines - 1;
      contexts.addAll(context);
      LoggedEnd end = ended();
      ends.merge(end.kind(), end, LoggedEnd::plus);
      kind = null;
      context.clear();
    }
    lines = 1;
  }

  private LoggedEnd ended() {
    LoggedPlace place =
        !header.isEmpty() && headerNanos == nanos ? LoggedPlace.of(header) : LoggedPlace.NOWHERE;
    Kind known = kind.in(context);
    LoggedEnd end =
        new LoggedEnd(known, said.message(), said.numbers(), 1, nanos, nanos, List.of());
    return place.shard().isEmpty() || nanos == FlowControlEvent.UNKNOWN
        ? end
        : end.plus(List.of(FailedTogether.of(place, end.amount(), nanos)));
  }

  List<LoggedEnd> found() {
    lines++;
    commit();
    return List.copyOf(ends.values());
  }
}
