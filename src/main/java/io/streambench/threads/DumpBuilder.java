package io.streambench.threads;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Collects the threads of one source, dump by dump. Keeps the latest dumps of very many. Not
 * thread-safe.
 */
final class DumpBuilder {
  private static final int MOST_DUMPS = 64;

  /** A JVM's own threads come first, so these are enough to know it again. */
  private static final int MOST_IDENTITIES = 2_000;

  /** A frame of Java 9 or later names its module with the version, as in java.base@17.0.15/. */
  private static final Pattern MODULE = Pattern.compile("java\\.base@(\\d{1,3})\\b");

  /** A JVM of Java 8 has the version 25.x-b1, those of later ones the version of Java. */
  private static final Pattern VERSION = Pattern.compile("^(?:1\\.)?(\\d{1,3})(\\.\\d+-b\\d+)?");

  private static final int JAVA_8 = 8;
  private static final double HUNDREDTHS = 100;

  private final String source;
  private final Deque<ThreadDump> dumps = new ArrayDeque<>();
  private final Set<String> keys = new HashSet<>();
  private final Map<String, Double> cpuMillis = new HashMap<>();
  private final Set<String> addresses = new HashSet<>();
  private List<DumpedThread> threads = new ArrayList<>();
  private ThreadDump.Form form = ThreadDump.Form.PART;
  private String process = "";
  private OptionalLong timeNanos = OptionalLong.empty();
  private int java;
  private double oldest;
  private OpenThread open;
  private int expected;
  private int numbered;
  private int dropped;

  DumpBuilder(String source) {
    this.source = source;
  }

  /** A thread whose stack is being read. */
  private static final class OpenThread {
    final String name;
    final String address;
    final Set<Frames> frames = Frames.none();
    String number;
    OptionalDouble cpuMillis;
    OptionalDouble ageSeconds;
    boolean begun;

    OpenThread(
        String name,
        String number,
        String address,
        OptionalDouble cpuMillis,
        OptionalDouble ageSeconds) {
      this.name = name;
      this.number = number;
      this.address = address;
      this.cpuMillis = rounded(cpuMillis);
      this.ageSeconds = ageSeconds;
    }

    /** To the digits that jstack has, so that a thread is compared across forms. */
    static OptionalDouble rounded(OptionalDouble millis) {
      return millis.isPresent()
          ? OptionalDouble.of(Math.round(millis.getAsDouble() * HUNDREDTHS) / HUNDREDTHS)
          : millis;
    }

    DumpedThread dumped() {
      return new DumpedThread(
          name.isEmpty() ? "#" + number : name, // as virtual threads mostly are
          number,
          address,
          Activity.of(frames),
          frames.contains(Frames.SOLR),
          frames.contains(Frames.HTTP1_SERVER),
          cpuMillis,
          ageSeconds);
    }
  }

  void begin(ThreadDump.Form dumpForm) {
    endDump();
    form = dumpForm;
  }

  void process(String number) {
    process = number;
  }

  void time(OptionalLong nanos) {
    timeNanos = nanos;
  }

  /** Takes the version of the JVM or of Java, such as {@code 17.0.15+6}. */
  void version(String text) {
    Matcher found = VERSION.matcher(text);
    if (found.find()) {
      java = found.group(2) == null ? Integer.parseInt(found.group(1)) : JAVA_8;
    }
  }

  /** Something of the dump was cut, broken off or dropped: a thread may be missing. */
  void broken() {
    form = ThreadDump.Form.PART;
  }

  /** The number of threads that the dump itself tells. */
  void expect(int threadsOfJava) {
    expected = threadsOfJava;
  }

  /** Returns whether the dump has a thread of that name and number already. */
  boolean has(String name, String number) {
    return keys.contains(name + "\n" + number);
  }

  /** Begins a thread, which ends the one before. */
  void thread(
      String name,
      String number,
      String address,
      OptionalDouble cpuMillis,
      OptionalDouble ageSeconds) {
    endThread();
    open = new OpenThread(name, number, address, cpuMillis, ageSeconds);
  }

  boolean inThread() {
    return open != null;
  }

  void number(String number) {
    open.number = number;
  }

  void cpu(OptionalDouble cpuMillis) {
    open.cpuMillis = OpenThread.rounded(cpuMillis);
  }

  /** Returns whether the open thread has frames. */
  boolean inStack() {
    return open != null && open.begun;
  }

  /** Takes a frame of the open thread. */
  void frame(String line) {
    open.begun = true;
    if (java == 0) {
      Matcher found = MODULE.matcher(line);
      if (found.find()) {
        java = Integer.parseInt(found.group(1));
      }
    }
    Frames.look(line, open.frames);
  }

  /** Ends the open thread, if there is one. */
  void endThread() {
    if (open == null) {
      return;
    }
    DumpedThread thread = open.dumped();
    open = null;
    if (!keys.add(thread.name() + "\n" + thread.number())) {
      return;
    }
    oldest = Math.max(oldest, thread.ageSeconds().orElse(0));
    numbered += thread.number().isEmpty() ? 0 : 1;
    if (cpuMillis.size() < MOST_IDENTITIES) {
      if (!thread.name().startsWith("#")) {
        cpuMillis.put(thread.key(), thread.cpuMillis().orElse(Double.NaN));
      }
      if (!thread.address().isEmpty()) {
        addresses.add(thread.address() + " " + thread.number());
      }
    }
    if (thread.activity() != Activity.OTHER) {
      threads.add(thread);
    }
  }

  /** The oldest that has nothing to tell goes first. */
  private void dropOne() {
    dropped++;
    for (Iterator<ThreadDump> all = dumps.iterator(); all.hasNext(); ) {
      if (all.next().threads().isEmpty()) {
        all.remove();
        return;
      }
    }
    dumps.removeFirst();
  }

  /** How many dumps were left out, as there are very many. */
  int dropped() {
    return dropped;
  }

  /** Ends the dump, if it has threads. */
  void endDump() {
    endThread();
    if (!keys.isEmpty()) {
      if (dumps.size() == MOST_DUMPS) {
        dropOne();
      }
      dumps.add(
          new ThreadDump(
              source,
              process,
              timeNanos,
              java,
              numbered < expected ? ThreadDump.Form.PART : form,
              keys.size(),
              oldest > 0 ? OptionalDouble.of(oldest) : OptionalDouble.empty(),
              threads,
              cpuMillis,
              addresses));
    }
    keys.clear();
    cpuMillis.clear();
    addresses.clear();
    threads = new ArrayList<>();
    form = ThreadDump.Form.PART;
    expected = 0;
    numbered = 0;
    process = "";
    timeNanos = OptionalLong.empty();
    java = 0;
    oldest = 0;
  }

  List<ThreadDump> dumps() {
    endDump();
    return List.copyOf(dumps);
  }
}
