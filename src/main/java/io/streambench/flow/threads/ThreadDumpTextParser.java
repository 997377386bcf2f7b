package io.streambench.flow.threads;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses thread dumps in text, such as the output of {@code jstack}, {@code jcmd}, {@code kill -3},
 * Arthas or VisualVM. Other lines may precede, follow or interrupt a dump. Not thread-safe.
 */
public final class ThreadDumpTextParser {
  private static final int MAX_LINE_LENGTH = 10_000;

  /** The minimum length of a thread's address. A shorter hexadecimal number is a thread number. */
  private static final int MIN_ADDRESS_LENGTH = "0x1234567".length();

  private static final String DUMP_HEADER = "Full thread dump";
  private static final String THREAD_LIST_PREFIX = "_java_thread_list=";

  private static final Pattern THREAD_LIST_LENGTH = Pattern.compile("length=(\\d{1,9})\\b");
  private static final Pattern JVM_BUILD = Pattern.compile("\\((\\d.*)");

  private static final String IGNITE_LOCK = "Lock [object=";

  /** The character that Solr's Admin UI inserts where a browser may break a line. */
  private static final String ZERO_WIDTH_SPACE = "\u200B";

  private static final int MAX_HEADER_LENGTH = 1 << 14;

  /** The minimum length of a line that a terminal or a mail program may have wrapped. */
  private static final int MIN_WRAPPED_LENGTH = 60;

  private static final Pattern REST_OF_HEADER =
      Pattern.compile("^(?!at |- |\"|java\\.)(?:.*(?:[nt]id=|\\[0x)|[0-9a-fx]+\\]\\s*$)");

  private static final int MAX_FRAME_LENGTH = 500;

  private static final Pattern PROCESS_ID = Pattern.compile("^(\\d{1,10}):?$");
  private static final Pattern VERSION = Pattern.compile("^\\d+(?:\\.\\d+)*\\+\\S+$");

  private final DumpBuilder builder;
  private final JavacoreParser javacore;
  private final DeadlockReport deadlock;
  private final Deque<String> shortLines = new ArrayDeque<>();
  private OptionalLong lineTimeNanos = OptionalLong.empty();
  private boolean isAfterBlankLine;

  /** The first line of a thread, if it may continue on the next line; otherwise empty. */
  private String pendingHeader = "";

  /** The last line of a thread, if it may continue on the next line; otherwise empty. */
  private String unfinishedLine = "";

  /**
   * Creates a parser for the dumps of a file, or of a node's response that arrived at {@code
   * responseNanos}.
   */
  public ThreadDumpTextParser(String source, OptionalLong responseNanos) {
    this.builder = new DumpBuilder(source, responseNanos);
    this.javacore = new JavacoreParser(builder);
    this.deadlock = new DeadlockReport(builder);
  }

  /** Sets the time of the following lines, in nanoseconds since the epoch. */
  public void setTime(long nanos) {
    lineTimeNanos = OptionalLong.of(nanos);
  }

  /** Returns whether the parser is outside of threads and deadlock reports. */
  public boolean isIdle() {
    return !builder.isInThread() && !deadlock.isOpen && pendingHeader.isEmpty();
  }

  /** Processes the next line. Each character of {@code bytes} is one byte of UTF-8. */
  public void processLine(String bytes) {
    String text = bytes.stripLeading();
    if (text.isEmpty()) {
      isAfterBlankLine = true;
      return;
    }
    builder.traits().processHeapLine(text);
    if (!isIdle() || JavacoreParser.isJavacore(text) || StackLines.mayBeginDump(text)) {
      if (text.length() > MAX_LINE_LENGTH) {
        builder.markIncomplete();
      }
      String begin = text.substring(0, Math.min(text.length(), MAX_LINE_LENGTH));
      String line = new String(begin.getBytes(ISO_8859_1), UTF_8).replace(ZERO_WIDTH_SPACE, "");
      if (JavacoreParser.isJavacore(line)) {
        javacore.processLine(line);
      } else {
        processDecodedLine(line);
      }
    }
    isAfterBlankLine = false;
  }

  private void processDecodedLine(String line) {
    if (!pendingHeader.isEmpty() && pendingHeader.length() < MAX_HEADER_LENGTH) {
      boolean wrapped = StackLines.WRAPPED_LINE.matcher(line).find();
      if (wrapped || isRestOfHeader(line)) {
        pendingHeader = pendingHeader + (wrapped ? " " : "") + line;
        return;
      }
    }
    startPendingThread(line);
    if (line.startsWith(DUMP_HEADER)) {
      builder.beginDump(ThreadDump.Coverage.PLATFORM);
      findGroup(JVM_BUILD, line, 1).ifPresent(builder::setVersion);
      startDump();
      deadlock.reset();
    } else if (line.startsWith(THREAD_LIST_PREFIX)) {
      findGroup(THREAD_LIST_LENGTH, line, 1)
          .ifPresent(length -> builder.expectThreads(Integer.parseInt(length)));
    } else if (pendingHeader.isEmpty() && !deadlock.accept(line) && !parseThreadHeader(line)) {
      if (line.startsWith("\"")
          && line.length() > 1) { // a lone quotation mark ends a recorded dump
        builder.markIncomplete(); // a name that has several lines or is too long
      }
      boolean isStateWithoutHeader =
          StackLines.STATE.matcher(line).find() && (!builder.isInThread() || builder.isInStack());
      if (isStateWithoutHeader) {
        builder.startUnnamedThread();
      }
      if (builder.isInThread()) {
        processThreadLine(line);
      }
      if (!builder.isInThread() && line.length() < StackLines.SHORT_LINE_LENGTH) {
        shortLines.addLast(line);
        if (shortLines.size() > 3) {
          shortLines.removeFirst();
        }
      }
    }
  }

  /** Returns whether a line continues a header that a terminal has split within a word. */
  private boolean isRestOfHeader(String line) {
    return pendingHeader.startsWith("\"")
        && !pendingHeader.endsWith("\"")
        && pendingHeader.length() >= MIN_WRAPPED_LENGTH
        && !isAfterBlankLine
        && REST_OF_HEADER.matcher(line).find();
  }

  private void startDump() {
    builder.setTime(lineTimeNanos);
    shortLines.stream()
        .map(PROCESS_ID::matcher)
        .filter(Matcher::find)
        .findFirst()
        .ifPresent(found -> builder.setProcessId(found.group(1)));
    shortLines.clear();
  }

  /** Starts the thread of the last header, if {@code next} is a line that can follow the header. */
  private void startPendingThread(String next) {
    String line = pendingHeader;
    pendingHeader = "";
    if (line.isEmpty()) {
      return;
    }
    Matcher unquoted = ThreadHeader.UNQUOTED.matcher(line);
    Matcher printed = ThreadHeader.PRINTED.matcher(line);
    Optional<String> quoted = findGroup(ThreadHeader.QUOTED, line, 1);
    if (printed.find()) {
      if (next.startsWith(IGNITE_LOCK)) {
        pendingHeader = line;
      } else if (next.startsWith("at ")) {
        beginThread(printed.group(2), printed.replaceFirst("$1$3$4"), "", Double.NaN, Double.NaN);
      }
    } else if (unquoted.find()) {
      if (ThreadHeader.LOCK.matcher(next).find()) {
        pendingHeader = line;
      } else if (ThreadHeader.SECOND_LINE.matcher(next).find()) {
        String name = unquoted.replaceFirst("$1$3$5");
        String number = unquoted.replaceFirst("$2$4$6");
        beginThread(name.isEmpty() ? null : name, number, "", Double.NaN, Double.NaN);
      }
    } else if (quoted.isEmpty()
        || line.endsWith("\"")
            && !line.contains(" group=\"")
            && !next.startsWith("java.lang.Thread.State")) {
      builder.markIncomplete(); // quoted text, not a thread
    } else {
      String number = findGroup(ThreadHeader.THREAD_NUMBER, line, 1).orElse("");
      String address = findGroup(ThreadHeader.THREAD_ADDRESS, line, 1).orElse("");
      boolean real = address.length() >= MIN_ADDRESS_LENGTH;
      beginThread(
          quoted.get(),
          number.isEmpty() && !address.equals("0x0") ? address : number,
          real ? address : "",
          parseDecimal(findGroup(ThreadHeader.CPU_TIME, line, 1)),
          parseDecimal(findGroup(ThreadHeader.THREAD_AGE, line, 1)));
      builder.locks().processState(line);
    }
  }

  /** Returns whether the line is the first line of a thread. If so, processes the line. */
  private boolean parseThreadHeader(String line) {
    boolean quoted = ThreadHeader.QUOTED.matcher(line).find();
    if (quoted) {
      builder.endThread();
      unfinishedLine = "";
    }
    if (quoted
        || ThreadHeader.UNQUOTED.matcher(line).find()
        || ThreadHeader.PRINTED.matcher(line).find()) {
      pendingHeader = line;
      return true;
    }
    Matcher numbered = ThreadHeader.NUMBERED.matcher(line);
    if (!numbered.find()) {
      return false;
    }
    Optional<String> version = shortLines.stream().filter(VERSION.asMatchPredicate()).findFirst();
    if (line.startsWith("#") && version.isPresent()) {
      builder.beginDump(ThreadDump.Coverage.VIRTUAL_PART);
      builder.setVersion(version.get());
      startDump();
    }
    String name = numbered.group(2) == null ? numbered.group(3) : numbered.group(2);
    beginThread(name, numbered.group(1), "", Double.NaN, Double.NaN);
    return true;
  }

  /**
   * Starts a thread. If the current dump already contains the thread, starts a new dump first.
   * {@code knownName} is null if the thread has only a number.
   */
  private void beginThread(
      String knownName, String number, String address, double cpuMillis, double ageSeconds) {
    String name = knownName == null ? "Thread " + number : knownName;
    builder.endThread();
    deadlock.isOpen = false;
    if (!number.isEmpty() && builder.isKnownThread(name, number)) {
      builder.beginDump(ThreadDump.Coverage.PART);
      deadlock.reset();
      startDump();
    }
    builder.startThread(name, number, address, cpuMillis, ageSeconds);
  }

  private void processThreadLine(String text) {
    boolean continues =
        !unfinishedLine.isEmpty() && !text.startsWith("at ") && !text.startsWith("- ");
    boolean splitsName = continues && unfinishedLine.indexOf('(') < 0;
    String line = continues ? unfinishedLine + (splitsName ? "" : " ") + text : text;
    unfinishedLine = StackLines.mayContinue(line) && line.length() < MAX_FRAME_LENGTH ? line : "";
    if (line.startsWith("at ") && line.indexOf('(') < 0 && !unfinishedLine.isEmpty()) {
      builder.markIncomplete(); // the end of the frame may be missing
    } else if (StackLines.isFrame(line)) {
      if (!continues || splitsName) {
        builder.addFrame(StackLines.OTHER_FRAME.matcher(line).replaceFirst("$1$2("));
      }
    } else if (StackLines.CPU_LINE.matcher(line).find()) {
      builder.setCpuMillis(parseDecimal(findGroup(StackLines.CPU_LINE, line, 1)));
    } else if (StackLines.WRAPPED_LINE.matcher(line).find()) {
      unfinishedLine = "";
    } else if (StackLines.ELISION.matcher(line).find()
        || !isAfterBlankLine && StackLines.LOGGED.matcher(line).find()) {
      builder.markIncomplete(); // frames may be missing, but the stack continues
    } else if (StackLines.DETAIL_LINE.matcher(line).find()) {
      builder.locks().processDetail(line);
      if (StackLines.WAITING_STATE.matcher(line).find()) {
        builder.expectFrames();
      }
    } else {
      if (!isAfterBlankLine) {
        builder.markIncomplete();
      }
      unfinishedLine = "";
      builder.endThread(); // an unrelated line; a stack after it does not belong to the thread
    }
  }

  /** Ends the input and returns all dumps. A dump that ends within a stack is incomplete. */
  public List<ThreadDump> dumps() {
    startPendingThread("");
    if (builder.isInStack() && !isAfterBlankLine) {
      builder.markIncomplete();
    }
    return builder.dumps();
  }

  private static Optional<String> findGroup(Pattern pattern, String line, int group) {
    Matcher found = pattern.matcher(line);
    return found.find() ? Optional.of(found.group(group)) : Optional.empty();
  }

  private static double parseDecimal(Optional<String> text) {
    return Double.parseDouble(text.orElse("NaN").replace(',', '.'));
  }
}
