package io.streambench.threads;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds thread dumps in lines of text, other lines between them included: {@code jstack} (also
 * {@code -F}), {@code jcmd Thread.print}, {@code kill -3}, {@code Thread.dump_to_file}, Arthas,
 * VisualVM, Spring's actuator, javacores of OpenJ9. A line that cannot belong to a dump costs a
 * look at its first byte. Not thread-safe.
 */
public final class ThreadDumpText {
  private static final int MOST_LINE = 10_000;
  private static final int SHORT_LINE = 48;

  /** A real address is longer; some tools write the number of the thread in hexadecimal. */
  private static final int SHORTEST_ADDRESS = "0x1234567".length();

  private static final String BEGINS = "Full thread dump";

  /** HotSpot says how many Java threads follow. */
  private static final String LIST = "_java_thread_list=";

  private static final Pattern LENGTH = Pattern.compile("length=(\\d{1,9})\\b");
  private static final Pattern BUILD = Pattern.compile("\\((\\d.*)");

  private static final Pattern QUOTED =
      Pattern.compile(
          "^\"(.*)\" *(?:#\\d|\\[\\d|prio=|daemon|os_prio=|Id=\\d|- Thread t@\\d|tid=0x|J9VMThread)");
  private static final Pattern TO_FILE = Pattern.compile("^#(\\d{1,18}) \"(.*)\"");
  private static final Pattern FORCED = Pattern.compile("^Thread (\\d{1,18}): \\(state = ");
  private static final Pattern NUMBER =
      Pattern.compile("\" (?:#|.*\\bId=|- Thread t@)(\\d{1,18})\\b");
  private static final Pattern ADDRESS = Pattern.compile(" tid=(0x[0-9a-f]{1,16})\\b");

  /** A time below zero is one that the system does not tell. */
  private static final Pattern CPU = Pattern.compile(" cpu=(\\d{1,12}(?:[.,]\\d{1,9})?)ms ");

  private static final Pattern AGE = Pattern.compile(" elapsed=(\\d{1,12}(?:[.,]\\d{1,9})?)s ");
  private static final Pattern PLAIN_FRAME = Pattern.compile("^[^\\s()]+\\([^()]*\\)$");
  private static final Pattern DETAIL =
      Pattern.compile(
          "^(?:- |java\\.lang\\.Thread\\.State|Locked |No compile task|Carrying |Mounted |Compiling: |Blocked"
              + " |Blocked: |User CPU|JavaThread state|Number of locked|\\.\\.\\. \\d)");
  private static final Pattern PROCESS = Pattern.compile("^(\\d{1,10}):?$");
  private static final Pattern VERSION = Pattern.compile("^\\d+(?:\\.\\d+)*\\+\\S+$");

  /** Lines of a javacore. */
  private static final Pattern J9 = Pattern.compile("\\d[A-Z]{2}.");

  private static final String J9_THREAD = "3XMTHREADINFO  ";
  private static final Pattern J9_NUMBER = Pattern.compile("getId:0x([0-9A-Fa-f]{1,15})\\b");
  private static final Pattern J9_CPU =
      Pattern.compile("CPU usage total: (\\d{1,9}(?:\\.\\d{1,9})?) secs");
  private static final double MILLIS_PER_SECOND = 1e3;

  private final DumpBuilder builder;
  private final Deque<String> shortLines = new ArrayDeque<>();
  private long timeNanos;
  private boolean timed;
  private boolean blank;

  /**
   * @param source the name of the file, for people
   */
  public ThreadDumpText(String source) {
    this.builder = new DumpBuilder(source);
  }

  /** The time of the lines that follow, since the epoch. */
  public void time(long nanos) {
    timeNanos = nanos;
    timed = true;
  }

  /**
   * Takes the next line, without what others have put around it.
   *
   * @param bytes the line in UTF-8, a character each byte
   */
  public void line(String bytes) {
    String text = bytes.stripLeading();
    if (text.isEmpty()) {
      blank = true;
      return;
    }
    if (builder.inThread() || mayBegin(text)) {
      if (text.length() > MOST_LINE) {
        builder.broken();
      }
      String begin = text.substring(0, Math.min(text.length(), MOST_LINE));
      decoded(new String(begin.getBytes(ISO_8859_1), UTF_8));
    }
    blank = false;
  }

  private static boolean mayBegin(String text) {
    char first = text.charAt(0);
    return "\"#TF_".indexOf(first) >= 0
        || first >= '0'
            && first <= '9'
            && (text.length() < SHORT_LINE || J9.matcher(text).lookingAt());
  }

  private void decoded(String line) {
    if (line.startsWith(BEGINS)) {
      builder.begin(ThreadDump.Form.PLATFORM);
      group(BUILD, line, 1).ifPresent(builder::version);
      dumpBegins();
    } else if (line.startsWith(LIST)) {
      group(LENGTH, line, 1).ifPresent(length -> builder.expect(Integer.parseInt(length)));
    } else if (!thread(line) && !ofJ9(line)) {
      if (line.startsWith("\"")) {
        builder.broken(); // a name of several lines, or too long a one
      }
      if (builder.inThread()) {
        inThread(line);
      } else if (line.length() < SHORT_LINE) {
        shortLines.addLast(line);
        if (shortLines.size() > 3) {
          shortLines.removeFirst();
        }
      }
    }
  }

  private void dumpBegins() {
    builder.time(timed ? OptionalLong.of(timeNanos) : OptionalLong.empty());
    shortLines.stream()
        .map(PROCESS::matcher)
        .filter(Matcher::find)
        .findFirst()
        .ifPresent(found -> builder.process(found.group(1)));
    shortLines.clear();
  }

  /** Returns whether the line is the first of a thread. */
  private boolean thread(String line) {
    String text = line.startsWith(J9_THREAD) ? line.substring(J9_THREAD.length()).strip() : line;
    Optional<String> quoted = group(QUOTED, text, 1);
    if (quoted.isPresent()) {
      String number = group(NUMBER, text, 1).orElse("");
      String address = group(ADDRESS, text, 1).orElse("");
      boolean real = address.length() >= SHORTEST_ADDRESS;
      begin(
          quoted.get(),
          number.isEmpty() && !real ? address : number,
          real ? address : "",
          decimal(group(CPU, text, 1)),
          decimal(group(AGE, text, 1)));
      return true;
    }
    Optional<String> toFile = group(TO_FILE, line, 2);
    if (toFile.isPresent()) {
      if (!shortLines.isEmpty()) {
        builder.begin(ThreadDump.Form.ALL);
        shortLines.stream()
            .filter(VERSION.asMatchPredicate())
            .findFirst()
            .ifPresent(builder::version);
        dumpBegins();
      }
      begin(toFile.get(), group(TO_FILE, line, 1).orElse(""), "");
      return true;
    }
    Optional<String> forced = group(FORCED, line, 1);
    forced.ifPresent(number -> begin("Thread " + number, number, ""));
    return forced.isPresent();
  }

  private void begin(String name, String number, String address) {
    begin(name, number, address, OptionalDouble.empty(), OptionalDouble.empty());
  }

  /** A dump ends where a thread comes that it has already. */
  private void begin(
      String name, String number, String address, OptionalDouble cpu, OptionalDouble age) {
    builder.endThread();
    if (builder.has(name, number)) {
      builder.begin(ThreadDump.Form.PART);
      dumpBegins();
    }
    builder.thread(name, number, address, cpu, age);
  }

  /** Returns whether the line is one of a javacore. */
  private boolean ofJ9(String line) {
    if (!J9.matcher(line).lookingAt()) {
      return false;
    }
    if (line.startsWith("1TIDATETIME")) {
      builder.begin(ThreadDump.Form.PLATFORM);
      dumpBegins();
    } else if (line.startsWith("1CIJAVAVERSION")) {
      builder.version(line.replaceFirst("^.*?JRE ", ""));
    } else if (line.startsWith("1CIPROCESSID")) {
      group(Pattern.compile("(\\d+)"), line.substring(12), 1).ifPresent(builder::process);
    } else if (builder.inThread()) {
      group(J9_NUMBER, line, 1)
          .ifPresent(hex -> builder.number(String.valueOf(Long.parseLong(hex, 16))));
      OptionalDouble seconds = decimal(group(J9_CPU, line, 1));
      if (seconds.isPresent()) {
        builder.cpu(OptionalDouble.of(seconds.getAsDouble() * MILLIS_PER_SECOND));
      }
      if (line.startsWith("4XESTACKTRACE")) {
        builder.frame(line.replace('/', '.'));
      }
    }
    return true;
  }

  private void inThread(String line) {
    if (line.startsWith("at ") && line.indexOf('(') > 0
        || line.contains(" @bci=")
        || PLAIN_FRAME.matcher(line).find()) {
      builder.frame(line);
    } else if (!DETAIL.matcher(line).find()) {
      if (builder.inStack() && !blank) {
        builder.broken();
      }
      builder.endThread(); // a line of somebody else's, whose stack is not that of the thread
    }
  }

  /** The dumps that were found; one whose last stack has no end may lack threads. */
  public List<ThreadDump> dumps() {
    if (builder.inStack() && !blank) {
      builder.broken();
    }
    return builder.dumps();
  }

  public int dropped() {
    return builder.dropped();
  }

  private static Optional<String> group(Pattern pattern, String line, int group) {
    Matcher found = pattern.matcher(line);
    return found.find() ? Optional.of(found.group(group)) : Optional.empty();
  }

  /** A JVM of some locales writes a comma. */
  private static OptionalDouble decimal(Optional<String> text) {
    return text.isPresent()
        ? OptionalDouble.of(Double.parseDouble(text.get().replace(',', '.')))
        : OptionalDouble.empty();
  }
}
