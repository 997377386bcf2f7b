package io.streambench.flow.events;

import io.streambench.flow.events.LoggedFault.Kind;
import io.streambench.flow.events.LoggedMessage.Match;
import io.streambench.flow.events.TextFindings.StreamRequest;
import io.streambench.flow.threads.SolrjClient;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds known messages in lines unrelated to flow control. A message counts in a line of level WARN
 * or above and as the message of an exception, but not within a quotation ({@link Quotation}). A
 * DEBUG line counts only if a stack follows. Not thread-safe.
 */
final class LoggedFaultFinder {
  private static final int MAX_HEADER_LENGTH = 512;
  private static final int MAX_ENCLOSING_LINES = 100;

  /** The maximum length of text that is searched for messages. */
  private static final int MAX_MESSAGE_LENGTH = 1 << 14;

  /** Matches an exception after {@code =>}, or after {@code 2>} in the output of a test. */
  private static final Pattern NESTED_EXCEPTION = Pattern.compile("[=2](> *+[a-zC])");

  /**
   * The start of the javacore line that names the trigger of the dump, such as an OutOfMemoryError.
   */
  private static final String JAVACORE_TRIGGER = "1TISIGINFO ";

  /** The start of a line with a thread's state in a dump. */
  private static final String THREAD_STATE_PREFIX = "java.lang.Thread.State: ";

  /**
   * Matches the prefix of another exception of the same failure. Some loggers print causes first.
   */
  static final Pattern RELATED_EXCEPTION =
      Pattern.compile("(?:Caused by|Suppressed|Wrapped by|Causing): ");

  private static final String EXCEPTION_FIELD = "\"EXCEPTION\"";

  /** Finds the end of an exception's name, or a message about the end of a process. */
  private static final LiteralSearch EXCEPTION_NAME_ENDS =
      new LiteralSearch(
          Stream.of(
              "Exception: ",
              "Error: ",
              "of memory: Kill",
              "Reason:       OOMKilled",
              "insufficient memory for the Java",
              "fatal error has been detected by"));

  static final LiteralSearch MESSAGE_PREFIXES =
      new LiteralSearch(Arrays.stream(Kind.values()).flatMap(Kind::messagePrefixes));

  private final Map<Kind, LoggedFault> faultsByKind = new EnumMap<>(Kind.class);
  private final Set<SolrjClient> clients = EnumSet.noneOf(SolrjClient.class);
  private List<StreamRequest> streamRequests = List.of();
  private final Set<LoggedContext> contexts = EnumSet.noneOf(LoggedContext.class);

  /** The number of lines that belong to a known message or a request. */
  private long usedLines;

  private final LevelFinder levels = new LevelFinder();

  private String header = "";
  private long headerNanos;

  /** The kind of the current exception; null if it has no known message so far. */
  private Kind currentKind;

  private Match currentMatch;

  /** The result of the last search, reused if the same text is logged again. */
  private FirstMessage lastSearch = new FirstMessage("", 0, null, null);

  private long faultNanos;
  private boolean hasStack;

  /** The contexts of the current exception. */
  private final Set<LoggedContext> currentContexts = EnumSet.noneOf(LoggedContext.class);

  /** The number of lines since the exception began, including the current one. */
  private long exceptionLineCount;

  /** The first lines of an exception that has no known message yet. */
  private final List<String> enclosingLines = new ArrayList<>();

  /** The last line, if it is searched for a message only when a stack follows; otherwise empty. */
  private String lineAwaitingStack = "";

  /** The level of the last line, DEBUG or INFO, if similar lines can be skipped; otherwise null. */
  LogLevel lastLevel;

  /** The offset after {@link #lastLevel} and one more character in the line. */
  int levelEnd;

  /** Processes a skipped DEBUG line, which is searched for a message only if a stack follows. */
  void processSkippedLine(String text) {
    countLine();
    commitFault();
    header = "";
    lineAwaitingStack = text;
  }

  /** Returns the offset in a line at which the last log level was found. */
  int levelOffset() {
    return levels.offset();
  }

  /** Counts a line of the source, which may contain several log lines. */
  void countLine() {
    exceptionLineCount++;
  }

  /**
   * Processes the next line.
   *
   * @param timeNanos the time of the line; the last known time if the line has none
   */
  void processLine(String line, long timeNanos) {
    String text = line.stripLeading();
    lastLevel = null;
    boolean causeFollows = text.equals("Caused by:"); // Gradle's format
    hasStack &= !causeFollows;
    if (text.isEmpty() || text.startsWith(THREAD_STATE_PREFIX) || causeFollows) {
      return;
    }
    if (text.startsWith("at ") || text.startsWith("... ")) {
      processFrame(text, timeNanos);
    } else if (text.startsWith(JAVACORE_TRIGGER)) {
      processException(text.replace("\" \"", ": ").replace('"', ' '), timeNanos);
    } else if (RELATED_EXCEPTION.matcher(text).lookingAt()) {
      processException(text, timeNanos);
    } else if (text.startsWith("java")
        || text.startsWith("org.")
        || text.startsWith("Exception in thread ")) {
      if (hasStack) {
        commitFault();
      }
      hasStack = true;
      processException(text, timeNanos);
    } else if ("{},\"".indexOf(text.charAt(0)) < 0 || !processTuple(text, timeNanos)) {
      findMessage(text, timeNanos);
    }
  }

  private void processFrame(String line, long timeNanos) {
    if (!lineAwaitingStack.isEmpty()) {
      header = truncate(lineAwaitingStack, MAX_HEADER_LENGTH);
      headerNanos = timeNanos;
      findNamedException(lineAwaitingStack, timeNanos);
      lineAwaitingStack = "";
    }
    String text = truncate(line, MAX_HEADER_LENGTH);
    if (currentKind == null) {
      keepEnclosingLine(text);
      return;
    }
    SolrjClient.addClients(text, clients);
    LoggedContext.addContexts(text, currentContexts);
  }

  /** Keeps a line of an exception, because a later line may contain a known message. */
  private void keepEnclosingLine(String line) {
    if (enclosingLines.size() < MAX_ENCLOSING_LINES) {
      enclosingLines.add(line);
    }
  }

  private static String truncate(String text, int maxLength) {
    return text.substring(0, Math.min(text.length(), maxLength));
  }

  private void processException(String text, long timeNanos) {
    processException(truncate(text, MAX_MESSAGE_LENGTH), 0, timeNanos);
  }

  private void processException(String text, int from, long timeNanos) {
    if (!MESSAGE_PREFIXES.isFoundIn(text)) {
      keepEnclosingLine(truncate(text, MAX_HEADER_LENGTH));
      return;
    }
    if (!text.equals(lastSearch.text()) || from != lastSearch.startOffset()) {
      lastSearch = FirstMessage.search(text, from);
    }
    if (lastSearch.kind() != null
        && (currentKind == null || lastSearch.kind().compareTo(currentKind) < 0)) {
      faultNanos = currentKind == null ? timeNanos : faultNanos;
      currentKind = lastSearch.kind();
      currentMatch = lastSearch.match();
      Stream.concat(
              enclosingLines.stream(),
              Stream.of(header, truncate(lineAwaitingStack, MAX_HEADER_LENGTH), text))
          .distinct() // usually one line
          .forEach(part -> LoggedContext.addContexts(part, currentContexts));
    }
  }

  /** Finds the message of an exception whose name is anywhere in a line. */
  private void findNamedException(String text, long timeNanos) {
    String start = truncate(text, MAX_MESSAGE_LENGTH);
    int at = EXCEPTION_NAME_ENDS.find(start, 0);
    if (at >= 0) {
      while (at > 0 && isNamePart(start.charAt(at - 1))) {
        at--;
      }
      processException(start, at, timeNanos);
    }
  }

  private static boolean isNamePart(char c) {
    return c < 128 && (Character.isLetterOrDigit(c) || "_.$".indexOf(c) >= 0);
  }

  private boolean processTuple(String text, long timeNanos) {
    int at = text.indexOf(EXCEPTION_FIELD);
    if (at < 0) {
      return false;
    }
    commitFault();
    header = "";
    processException(text.substring(at + 1), timeNanos);
    return true;
  }

  /** Returns whether a line has a level above DEBUG where the last level was found. */
  boolean isAboveDebug(String line) {
    return levels.isAboveDebug(line);
  }

  private void findMessage(String text, long timeNanos) {
    commitFault();
    header = "";
    lineAwaitingStack = "";
    LogLevel found = levels.findIn(text);
    if (found != null && levels.isUpperCase(found)) {
      lastLevel = found;
      levelEnd = levels.end() + 1;
    }
    if (found == LogLevel.DETAIL) {
      lineAwaitingStack = text;
      return;
    }
    header = truncate(text, MAX_HEADER_LENGTH);
    headerNanos = timeNanos;
    if (found == LogLevel.ALERT) {
      processException(text, timeNanos); // other text may precede it, such as "null:" in Solr 8
    } else if (found == null) {
      findNamedException(text, timeNanos);
    }
    boolean mayBePause = found != LogLevel.ALERT && currentKind == null;
    Match pause = mayBePause ? GcPause.findIn(text, found != null) : null;
    if (pause != null) {
      currentKind = Kind.PAUSE;
      currentMatch = pause;
      faultNanos = timeNanos;
    }
    if (text.contains("=>") || text.contains("2>")) {
      Matcher nested = NESTED_EXCEPTION.matcher(text);
      for (int at = 0;
          at < text.length() && nested.find(at);
          at = nested.start(1) + MAX_MESSAGE_LENGTH + 1) {
        if (!Quotation.isUserData(text, nested.start(1))) {
          processException(text.substring(nested.start(1)), timeNanos);
        }
      }
    }
    lineAwaitingStack = currentKind == null ? text : "";
    String expression = LoggedShard.streamExpression(text);
    if (expression != null) {
      usedLines++;
      String collection = LoggedShard.of(header).collection();
      streamRequests =
          StreamRequest.newest(
              streamRequests, List.of(new StreamRequest(timeNanos, collection, expression)));
    }
  }

  private void commitFault() {
    hasStack = false;
    enclosingLines.clear();
    if (currentKind != null) {
      usedLines += exceptionLineCount - 1;
      contexts.addAll(currentContexts);
      LoggedFault fault = currentFault();
      faultsByKind.merge(fault.kind(), fault, LoggedFault::plus);
      currentKind = null;
      currentContexts.clear();
    }
    exceptionLineCount = 1;
  }

  private LoggedFault currentFault() {
    LoggedShard shard =
        !header.isEmpty() && headerNanos == faultNanos
            ? LoggedShard.of(header)
            : LoggedShard.UNKNOWN;
    Kind known = currentKind.inContext(currentContexts);
    boolean isTimedPause = known == Kind.PAUSE && faultNanos != FlowControlEvent.UNKNOWN;
    long begin = faultNanos - (isTimedPause ? GcPause.nanosSinceStart(currentMatch) : 0);
    LoggedFault fault =
        new LoggedFault(
            known, currentMatch.message(), currentMatch.numbers(), 1, begin, begin, List.of());
    return shard.shard().isEmpty() || faultNanos == FlowControlEvent.UNKNOWN
        ? fault
        : fault.plus(List.of(SimultaneousFailures.of(shard, fault.lastNumber(), faultNanos)));
  }

  /** Ends the current exception, and returns all findings with the number of their lines. */
  ReadCounts counts() {
    exceptionLineCount++;
    commitFault();
    return new ReadCounts(
        0,
        0,
        usedLines,
        0,
        0,
        0,
        false,
        false,
        List.copyOf(faultsByKind.values()),
        new TextFindings(
            List.of(), List.of(), List.of(), streamRequests, clients, contexts, List.of()));
  }
}
