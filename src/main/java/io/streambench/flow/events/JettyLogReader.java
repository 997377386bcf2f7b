package io.streambench.flow.events;

import static io.streambench.flow.events.FlowControlEvent.UNKNOWN;

import io.streambench.flow.events.JettyDumpParser.DumpedSession;
import io.streambench.flow.threads.ThreadDump;
import io.streambench.flow.threads.ThreadDumpTextParser;
import java.io.IOException;
import java.io.InputStream;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Reads Jetty's flow-control lines, and finds dumps and known messages in all other lines. */
public final class JettyLogReader implements EventReader {
  public static final int MAX_LINE_BYTES = 1 << 20;

  /** The number of bytes read at once. It is small because many logs may be open together. */
  static final int CHUNK_BYTES = 1 << 14;

  /**
   * The maximum number by which backward steps in time may exceed forward steps in a log that
   * starts with the oldest line. A few backward steps are normal, because threads write lines out
   * of order.
   */
  private static final int MAX_BACKWARD_STEPS = 10;

  private static final int MAX_LABELS = 256;

  /** Tests whether a line is valid quoted-printable text. */
  private static final Predicate<String> QUOTED_PRINTABLE =
      Pattern.compile("(?:[^=]++|=[0-9A-F]{2})*+=?").asMatchPredicate();

  private static final Pattern ENCODED_BYTE = Pattern.compile("=([0-9A-F]{2})");

  private final String name;
  private final LineReader lines;
  private final TimestampParser timestamps;
  private final JettyLine line = new JettyLine();
  private final LoggedEvents events;
  private final Map<String, LoggedFaultFinder> faultFinders = new HashMap<>();

  /** The finder for the program that wrote the current line. Each program has a finder. */
  private LoggedFaultFinder faultFinder = finderFor("");

  private final SimilarLines debugLines = new SimilarLines();
  private final SimilarLines infoLines = new SimilarLines();

  /** Whether the last skipped line is an INFO line. */
  private boolean isInfoSkipped;

  private final LineReader.LineFilter lineFilter = this::isSkippable;
  private final FailedCommand failedCommand = new FailedCommand();
  private final LineUnwrapper unwrapper = new LineUnwrapper();
  private final DumpPrefixes prefixes = new DumpPrefixes();
  private final JettyDumpParser jettyDump = new JettyDumpParser();
  private final Map<String, ThreadDumpTextParser> dumpParserByLabel = new LinkedHashMap<>();
  private boolean isQuotedPrintable;
  private boolean isNewLine;
  private String lastLabel;
  private ThreadDumpTextParser lastDumpParser;

  /** The value of {@link #lastDumpParser} when a line format was last learned. */
  private ThreadDumpTextParser dumpParserOfLearnedFormat;

  private int levelOffsetOfLearnedFormat;
  private long lastTimeNanos = UNKNOWN;

  /** The value of {@link #lastTimeNanos} before the current line. */
  private long previousTimeNanos = UNKNOWN;

  private long lineCount;
  private long otherLines;
  private long garbledLines;
  private long tooLongLines;

  /** The number of forward steps in time from line to line, minus the number of backward steps. */
  private long netForwardSteps;

  /**
   * Creates a reader that will close {@code in}. Readers of logs from the same run share {@code
   * sessions} and {@code undatedDays}.
   */
  JettyLogReader(
      InputStream in,
      String name,
      Sessions sessions,
      TimestampParser.UndatedDays undatedDays,
      int chunkBytes) {
    this.name = name;
    this.timestamps = new TimestampParser(undatedDays);
    this.lines = new LineReader(in, chunkBytes, MAX_LINE_BYTES);
    this.events = new LoggedEvents(line, sessions);
  }

  @Override
  public FlowControlEvent next() throws IOException {
    FlowControlEvent next = events.poll();
    for (String text; next == null && (text = nextLine()) != null; next = events.poll()) {
      lineCount++;
      if (lines.isTooLong) {
        tooLongLines++;
      } else {
        process(text);
      }
    }
    return next;
  }

  private void process(String text) {
    boolean json = text.startsWith("{");
    String unescaped = json ? JsonLogLine.unescape(text) : text;
    JettyLine.ParseResult match =
        json || lines.literalOffset == LineReader.NOT_SEARCHED
            ? line.parse(unescaped)
            : line.parse(unescaped, lines.literalOffset);
    if (match == JettyLine.ParseResult.GARBLED && unescaped.indexOf('&') >= 0) {
      unescaped = LineUnwrapper.unescape(unescaped); // saved from a web page
      match = line.parse(unescaped);
    }
    if (match == JettyLine.ParseResult.GARBLED && isUnrelated(unescaped)) {
      match = line.skipUnrelated(unescaped);
    }
    previousTimeNanos = lastTimeNanos;
    long nanos = timestamps.parse(unescaped, line.messageOffset);
    advanceTime(nanos == UNKNOWN && json ? timestamps.parseEnd(unescaped) : nanos);
    switch (match) {
      case EVENT -> events.add(lastTimeNanos);
      case GARBLED -> garbledLines++;
      case OTHER -> processOtherLine(text);
    }
  }

  private String nextLine() throws IOException {
    String lastSkipped = lines.skipAcceptedLines(JettyMessage.PREFIXES, lineFilter);
    if (lastSkipped != null && isInfoSkipped) {
      lineCount--;
      otherLines--;
      lines.literalOffset = -1;
      return lastSkipped; // an exception may follow, so this line is processed like any other
    } else if (lastSkipped != null) {
      faultFinder.processSkippedLine(debugLines.stripPrefix(lastSkipped));
      lastDumpParser.setTime(lastTimeNanos);
    }
    return nextDecodedLine();
  }

  /** Reads a line, and decodes it if a mail program has encoded it as quoted-printable text. */
  private String nextDecodedLine() throws IOException {
    String text = lines.next();
    isQuotedPrintable |=
        text != null
            && (text.endsWith(" quoted-printable")
                || text.contains("=3D") && QUOTED_PRINTABLE.test(text));
    if (!isQuotedPrintable || text == null) {
      return text;
    }
    lines.literalOffset = LineReader.NOT_SEARCHED;
    while (text.endsWith("=") && text.length() < CHUNK_BYTES && QUOTED_PRINTABLE.test(text)) {
      String more = lines.next();
      text = text.substring(0, text.length() - 1) + (more == null ? "" : more);
    }
    return !QUOTED_PRINTABLE.test(text)
        ? text
        : ENCODED_BYTE
            .matcher(text)
            .replaceAll(code -> "\\" + (char) Integer.parseInt(code.group(1), 16));
  }

  private boolean isSkippable(byte[] bytes, int from, int to) {
    boolean isDetail = debugLines.isSimilar(bytes, from, to);
    boolean isInfo =
        !isDetail
            && infoLines.isSimilar(bytes, from, to)
            && InfoLineFilter.isIrrelevant(bytes, from, to);
    if (isDetail || isInfo) {
      lineCount++;
      otherLines++;
      isInfoSkipped = isInfo;
      advanceTime(isInfo ? infoLines.lastNanos : debugLines.lastNanos);
    }
    return isDetail || isInfo;
  }

  private void advanceTime(long nanos) {
    if (nanos != UNKNOWN) {
      if (lastTimeNanos != UNKNOWN && nanos != lastTimeNanos) {
        netForwardSteps += nanos < lastTimeNanos ? -1 : 1;
      }
      lastTimeNanos = nanos;
    }
  }

  /**
   * Returns whether a line is certainly unrelated to flow control: it has a level above DEBUG and
   * no @. A level is not sufficient, because it may belong to an enclosing log line.
   */
  private boolean isUnrelated(String text) {
    return text.indexOf('@') < 0 && faultFinder.isAboveDebug(text);
  }

  private void processOtherLine(String line) {
    otherLines++;
    isNewLine = true;
    unwrapper.unwrap(line, (text, label) -> processUnwrapped(line, text, label));
    resetOutdatedFormats();
  }

  private void resetOutdatedFormats() {
    if (isQuotedPrintable
        || lastDumpParser != dumpParserOfLearnedFormat
        || lastDumpParser != null && !lastDumpParser.isIdle()
        || faultFinder.levelOffset() != levelOffsetOfLearnedFormat) {
      debugLines.reset();
      infoLines.reset();
    } else if (!prefixes.isEmpty()) {
      infoLines.reset();
    }
  }

  /** Learns the format of a DEBUG line, so that lines with the same format can be skipped. */
  private void learnFormat(String line, String text) {
    LogLevel level = faultFinder.lastLevel;
    int prefixEnd = level == null ? -1 : unwrapper.decisivePrefixLength(line);
    if (prefixEnd >= 0
        && !FailedCommand.isPossible(lineCount)
        && EpochTime.hasYear(lastTimeNanos)
        && lastDumpParser.isIdle()
        && line.endsWith(text)) {
      resetOutdatedFormats();
      int textAt = line.length() - text.length();
      int decisiveEnd = Math.max(prefixEnd, textAt + faultFinder.levelEnd);
      if (level == LogLevel.DETAIL) {
        debugLines.learn(line, textAt, decisiveEnd, timestamps);
      } else if (prefixes.isEmpty() && line.lastIndexOf('{', decisiveEnd) < 0) {
        infoLines.learn(line, textAt, decisiveEnd, timestamps);
      }
      dumpParserOfLearnedFormat = lastDumpParser;
      levelOffsetOfLearnedFormat = faultFinder.levelOffset();
    }
  }

  private void processUnwrapped(String wholeLine, String text, String label) {
    if (!EpochTime.hasYear(lastTimeNanos)
        && text.length() < wholeLine.length()
        && wholeLine.endsWith(text)) {
      long inner = timestamps.parse(text, text.length());
      if (inner != UNKNOWN) {
        lastTimeNanos = inner; // a time in syslog has no year
      }
    }
    if (!label.isEmpty()) {
      faultFinder = finderFor(label);
    }
    if (isNewLine) {
      faultFinder.countLine();
      isNewLine = false;
    }
    if (Restart.isStart(text)) {
      events.restart(previousTimeNanos, lastTimeNanos);
    }
    String unprefixed = prefixes.strip(text);
    faultFinder.processLine(DumpPrefixes.chooseExceptionLine(text, unprefixed), lastTimeNanos);
    jettyDump.processLine(unprefixed);
    String origin = LineUnwrapper.joinLabels(label, prefixes.lastLabel);
    if (!origin.equals(lastLabel)) {
      lastLabel = dumpParserByLabel.size() < MAX_LABELS ? origin : "";
      String source = lastLabel.isEmpty() ? name : name + " (" + lastLabel.replace('/', ' ') + ")";
      lastDumpParser =
          dumpParserByLabel.computeIfAbsent(
              lastLabel, newLabel -> new ThreadDumpTextParser(source, OptionalLong.empty()));
    }
    if (lastTimeNanos != UNKNOWN) {
      lastDumpParser.setTime(lastTimeNanos);
    }
    lastDumpParser.processLine(unprefixed);
    learnFormat(wholeLine, text);
    failedCommand.processLine(text, lineCount);
  }

  private LoggedFaultFinder finderFor(String label) {
    boolean fits = faultFinders.size() < MAX_LABELS || faultFinders.containsKey(label);
    return faultFinders.computeIfAbsent(fits ? label : "", any -> new LoggedFaultFinder());
  }

  @Override
  public ReadCounts counts() {
    ReadCounts found =
        faultFinders.values().stream()
            .map(LoggedFaultFinder::counts)
            .reduce(ReadCounts.NONE, ReadCounts::plus);
    return new ReadCounts(
        lineCount,
        otherLines,
        Math.min(otherLines, found.usedLines() + jettyDump.lineCount()),
        garbledLines,
        tooLongLines,
        0,
        lines.truncated,
        netForwardSteps < -MAX_BACKWARD_STEPS,
        found.faults(),
        findings(found));
  }

  private TextFindings findings(ReadCounts counts) {
    List<ThreadDump> threads =
        dumpParserByLabel.values().stream().flatMap(text -> text.dumps().stream()).toList();
    List<DumpedSession> dumped = jettyDump.sessions();
    boolean hasNoFindings =
        otherLines == lineCount
            && threads.isEmpty()
            && jettyDump.lineCount() == 0
            && counts.faults().isEmpty();
    Set<LoggedContext> contexts = EnumSet.noneOf(LoggedContext.class);
    jettyDump.addContexts(contexts);
    return new TextFindings(
            threads,
            dumped,
            jettyDump.pools(),
            List.of(),
            Set.of(),
            contexts,
            hasNoFindings
                ? failedCommand.remarks(
                    EventFiles.displayName(name), lineCount, lastTimeNanos != UNKNOWN)
                : List.of())
        .plus(counts.textFindings());
  }

  @Override
  public long lastTimeNanos() {
    return lastTimeNanos;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
