package io.streambench.flow.threads;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses javacores, OpenJ9's thread dumps, in which each line starts with its type. */
final class JavacoreParser {
  private static final Pattern LINE = Pattern.compile("^(\\d[A-Z][A-Z0-9]+)\\s+(.*)$");
  private static final Pattern THREAD =
      Pattern.compile("^\"(.*)\" \\(?(?:J9VMThread|TID):(?:0x)?([0-9A-Fa-f]+)");
  private static final Pattern CPU = Pattern.compile("^CPU usage total: (\\d+(?:[.,]\\d+)?) secs");
  private static final Pattern BLOCKED =
      Pattern.compile(
          "^(Blocked|Parked) on: (\\S+)@(?:0x)?([0-9A-Fa-f]+)"
              + "(?: Owned by: \"(.*)\" \\(J9VMThread:(?:0x)?([0-9A-Fa-f]+))?");
  private static final Pattern ENTERED =
      Pattern.compile("^\\(entered lock: \\S+@(?:0x)?([0-9A-Fa-f]+)");
  private static final Pattern DEADLOCKED = Pattern.compile("^Thread \"(.*)\" \\(");

  /** The expected number of threads until the javacore shows the actual number. */
  private static final int UNKNOWN_THREAD_COUNT = 1 << 24;

  private static final Pattern DATE =
      Pattern.compile("(\\d{4}/\\d\\d/\\d\\d) at (\\d\\d:\\d\\d:\\d\\d)");
  private static final DateTimeFormatter TIME_FORMAT =
      DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:ss");

  private final DumpBuilder builder;
  private String name;
  private String number;
  private double cpuMillis;
  private int deadlockCount;
  private String waiter = "";
  private String awaitedLock = "";

  JavacoreParser(DumpBuilder builder) {
    this.builder = builder;
  }

  static boolean isJavacore(String line) {
    return line.startsWith("NULL") // separates the parts of a javacore
        || line.length() > 4
            && Character.isDigit(line.charAt(0))
            && Character.isUpperCase(line.charAt(1))
            && Character.isUpperCase(line.charAt(2));
  }

  void processLine(String line) {
    Matcher parts = LINE.matcher(line);
    if (!parts.find()) {
      return;
    }
    String text = parts.group(2);
    switch (parts.group(1)) {
      case "0SECTION" -> startSection(text);
      case "1TIDATETIME" -> builder.setTime(parseTime(text));
      case "1CIJAVAVERSION" -> builder.setVersion(text.replaceFirst("^JRE ", ""));
      case "1CIPROCESSID" -> builder.setProcessId(text.replaceAll("\\D*(\\d+).*", "$1"));
      case "2XMPOOLLIVE" ->
          builder.expectThreads(
              Integer.parseInt(text.replaceFirst("\\D*(\\d{0,9}).*", "0$1"))
                  - UNKNOWN_THREAD_COUNT);
      case "1LKDEADLOCK" -> {
        deadlockCount++;
        waiter = "";
      }
      case "2LKDEADLOCKTHR" -> processDeadlock(text);
      case "4LKDEADLOCKOBJ" -> awaitedLock = text.replace('/', '.').strip();
      case "3XMTHREADINFO" -> processThread(text);
      case "3XMTHREADINFO3" -> {
        if (name == null
            && (!builder.isInThread() || builder.isInStack())
            && text.startsWith("Java callstack")) {
          builder.startUnnamedThread(); // an excerpt
        }
      }
      case "3XMCPUTIME" -> {
        Matcher cpu = CPU.matcher(text);
        cpuMillis =
            cpu.find() ? Double.parseDouble(cpu.group(1).replace(',', '.')) * 1e3 : cpuMillis;
      }
      case "3XMTHREADBLOCK" -> processBlocked(text);
      case "4XESTACKTRACE" -> {
        if (startPendingThread()) {
          int end = Math.max(0, text.indexOf('('));
          builder.addFrame(text.substring(0, end).replace('/', '.') + text.substring(end));
        }
      }
      case "5XESTACKTRACE" -> {
        Matcher entered = ENTERED.matcher(text);
        if (entered.find() && builder.isInThread()) {
          builder.locks().addHolder(entered.group(1));
        }
      }
      default -> {}
    }
  }

  private void startSection(String text) {
    startPendingThread();
    builder.endThread();
    if (text.startsWith("TITLE")) {
      builder.beginDump(ThreadDump.Coverage.PLATFORM);
      builder.expectThreads(UNKNOWN_THREAD_COUNT);
      deadlockCount = 0;
    }
  }

  private static OptionalLong parseTime(String text) {
    Matcher date = DATE.matcher(text);
    try {
      return date.find()
          ? OptionalLong.of(
              LocalDateTime.parse(date.group(1) + " " + date.group(2), TIME_FORMAT)
                      .toEpochSecond(ZoneOffset.UTC)
                  * 1_000_000_000L)
          : OptionalLong.empty();
    } catch (DateTimeException e) {
      return OptionalLong.empty();
    }
  }

  private void processThread(String text) {
    startPendingThread();
    builder.endThread();
    Matcher thread = THREAD.matcher(text);
    name = thread.find() ? thread.group(1) : null;
    number = name == null ? "" : thread.group(2);
    cpuMillis = Double.NaN;
  }

  /** Starts the thread whose first line was read. Returns whether a thread has been started. */
  private boolean startPendingThread() {
    if (name != null) {
      builder.startThread(name, number, "", cpuMillis, Double.NaN);
      name = null;
    }
    return builder.isInThread();
  }

  private void processBlocked(String text) {
    Matcher blocked = BLOCKED.matcher(text);
    if (!startPendingThread() || !blocked.find()) {
      return;
    }
    String owner =
        blocked.group(4) == null ? "" : LockGraph.threadKey(blocked.group(4), blocked.group(5));
    if (blocked.group(1).equals("Blocked") || !owner.isEmpty()) {
      String id = blocked.group(3);
      builder.locks().addWait(id, id + " (a " + blocked.group(2).replace('/', '.') + ")", owner);
    }
  }

  private void processDeadlock(String text) {
    Matcher thread = DEADLOCKED.matcher(text);
    if (deadlockCount == 1 && thread.find()) {
      if (!waiter.isEmpty()) {
        builder
            .locks()
            .addReportedWait(new JvmFindings.LockWait(waiter, awaitedLock, thread.group(1)));
      }
      waiter = thread.group(1);
    }
  }
}
