package io.streambench.eventlog;

import io.streambench.eventlog.LoggedEnd.Kind;
import io.streambench.eventlog.LoggedEnd.Meaning;
import io.streambench.eventlog.TextFindings.StreamRequest;
import io.streambench.threads.SolrjClient;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Looks for known messages in the other lines. They count only as part of an exception: at the
 * beginning of a line, behind {@code =>}, in the last tuple of {@code /stream}, or in a line of
 * level ERROR. Lines of level DEBUG cost a look at one place. Not thread-safe.
 */
final class LoggedEnds {
  private static final int MAX_HEADER = 512;

  /** Layouts have their level before that. */
  private static final int MAX_LEVEL_AT = 120;

  /** Longer messages are not looked at to their end. */
  private static final int MAX_MESSAGE = 1 << 14;

  private static final Beginning FRAME = new Beginning("at |\\.\\.\\. ");
  private static final Beginning EXCEPTION = new Beginning("java|org\\.|Exception in thread ");
  private static final Beginning CAUSE = new Beginning("Caused by: |Suppressed: ");

  /** An arrow, or a test's mark of its output, to an exception. */
  private static final Pattern SHOWN = Pattern.compile("[=2](> *+[a-zC])");

  private static final String TUPLE = "\"EXCEPTION\"";
  private static final String STREAM = " path=/stream params=";

  /** A level by itself; those of the first group are passed over. */
  private static final Pattern LEVEL =
      Pattern.compile("(?<!\\w)(?:(DEBUG|TRACE|DBUG)|INFO|WARN|ERROR)(?!\\w)");

  private static final String NO_LEVEL = "\n";

  /** Frames of threads that read or write the body of a request. */
  private static final Pattern UPLOAD =
      Pattern.compile(
          "(?:\\.HttpInput|solr\\.handler\\.loader|RequestContent|ContentSourceInputStream)"
              + "(?![\\w/])");

  static final Literals MESSAGES = new Literals(Arrays.stream(Kind.values()).flatMap(Kind::begins));

  private final Map<Kind, LoggedEnd> found = new EnumMap<>(Kind.class);
  final Set<SolrjClient> clients = EnumSet.noneOf(SolrjClient.class);
  List<StreamRequest> streams = List.of();
  private final Matcher level = LEVEL.matcher("").useTransparentBounds(true);
  private int levelAt;

  /** The level that is matched, from the character before to the one behind it. */
  private String lastLevel = NO_LEVEL;

  private String header = "";
  private long headerNanos;

  /** The exception whose lines are being read, with the first of the kinds in it. */
  private Kind kind;

  private long amount;
  private long nanos;
  private boolean traced;

  /** Looks at the next line; the time is its own, or that of the last line with one. */
  void look(String line, long timeNanos) {
    String text = line.stripLeading();
    if (text.isEmpty()) {
      return;
    }
    if (FRAME.of(text)) {
      frame(text);
    } else if (CAUSE.of(text)) {
      exception(text, timeNanos);
    } else if (EXCEPTION.of(text)) {
      if (traced) {
        commit();
      }
      traced = true;
      exception(text, timeNanos);
    } else if ("{},\"".indexOf(text.charAt(0)) < 0 || !tuple(text, timeNanos)) {
      message(text, timeNanos);
    }
  }

  private void frame(String whole) {
    if (kind == null) {
      return;
    }
    String text = limited(whole, MAX_HEADER);
    SolrjClient.look(text, clients);
    if (kind.meaning() != Meaning.OTHER && UPLOAD.matcher(text).find()) {
      kind = Kind.STALLED_UPLOAD;
    }
  }

  private static String limited(String text, int most) {
    return text.substring(0, Math.min(text.length(), most));
  }

  private void exception(String whole, long timeNanos) {
    String text = limited(whole, MAX_MESSAGE);
    if (!MESSAGES.in(text)) {
      return;
    }
    for (Kind known : Kind.values()) {
      if (kind != null && known.compareTo(kind) >= 0) {
        return;
      }
      long said = known.amountIn(text);
      if (said >= 0) {
        nanos = kind == null ? timeNanos : nanos;
        kind = known;
        amount = said;
        return;
      }
    }
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

  /** Returns whether a line shows a level above DEBUG where the last levels stood. */
  boolean isAboveDebug(String line) {
    return levelAt > 0 && levelled(line) && level.start(1) < 0;
  }

  private void message(String text, long timeNanos) {
    commit();
    header = "";
    boolean levelled = levelled(text);
    if (!levelled && level.region(0, Math.min(text.length(), MAX_LEVEL_AT)).find()) {
      levelled = true;
      levelAt = level.start();
    }
    if (levelled && level.start(1) >= 0) {
      return;
    }
    header = limited(text, MAX_HEADER);
    headerNanos = timeNanos;
    if (levelled && level.group().equals("ERROR")) {
      exception(text, timeNanos); // Solr 8 has "null:" before it, programs what they like
    }
    if (text.indexOf('>') >= 0) {
      Matcher shown = SHOWN.matcher(text);
      for (int at = 0;
          at < text.length() && shown.find(at);
          at = shown.start(1) + MAX_MESSAGE + 1) {
        exception(text.substring(shown.start(1)), timeNanos);
      }
    }
    int brace = text.indexOf('{');
    if (brace >= 0 && text.startsWith(STREAM, brace - STREAM.length())) {
      String expression = SolrLine.expression(text);
      if (expression != null) {
        StreamRequest request =
            new StreamRequest(timeNanos, SolrLine.of(header).collection(), expression);
        streams = StreamRequest.newest(streams, List.of(request));
      }
    }
  }

  /** Mostly a level stands where it stood in the last line. */
  private boolean levelled(String line) {
    if (line.startsWith(lastLevel, levelAt - 1)) {
      return true;
    }
    level.reset(line);
    boolean found = levelAt < line.length() && level.region(levelAt, line.length()).lookingAt();
    lastLevel =
        found && levelAt > 0 && level.end() < line.length()
            ? line.substring(levelAt - 1, level.end() + 1)
            : NO_LEVEL;
    return found;
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
        !header.isEmpty() && headerNanos == nanos ? SolrLine.of(header) : SolrLine.NOWHERE;
    List<FailedTogether> together =
        place.shard().isEmpty() || nanos == FlowControlEvent.UNKNOWN
            ? List.of()
            : List.of(FailedTogether.of(place, amount, nanos));
    return new LoggedEnd(kind, amount, 1, nanos, nanos, together);
  }

  List<LoggedEnd> found() {
    commit();
    return List.copyOf(found.values());
  }
}
