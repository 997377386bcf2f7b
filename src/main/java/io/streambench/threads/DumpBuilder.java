package io.streambench.threads;

import io.streambench.threads.Activity.Frames;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Collects the threads of one source, dump by dump, and keeps the latest dumps of very many. */
final class DumpBuilder {
  private static final int MOST_DUMPS = 64;

  /** A JVM's own threads come first, so these are enough to know it again. */
  private static final int MOST_IDENTITIES = 2_000;

  /** A frame of Java 9 or later names its module with the version, as in java.base@17.0.15/. */
  private static final Pattern MODULE = Pattern.compile("java\\.base@(\\d{1,3})\\b");

  /** A JVM of Java 8 has the version 25.x-b1, those of later ones the version of Java. */
  private static final Pattern VERSION = Pattern.compile("^(?:1\\.)?(\\d{1,3})(\\.\\d+-b\\d+)?");

  private final String source;
  private final Deque<ThreadDump> dumps = new ArrayDeque<>();
  private OpenDump dump = new OpenDump();
  private OpenThread open;
  private boolean begun;

  DumpBuilder(String source) {
    this.source = source;
  }

  private static final class OpenDump {
    final Set<String> keys = new HashSet<>();
    final Map<String, Double> cpuMillis = new HashMap<>();
    final Set<String> addresses = new HashSet<>();
    final List<DumpedThread> threads = new ArrayList<>();
    final Set<SolrjClient> clients = EnumSet.noneOf(SolrjClient.class);
    ThreadDump.Form form = ThreadDump.Form.PART;
    String process = "";
    OptionalLong timeNanos = OptionalLong.empty();
    int java;
    double oldest;
    int expected;
    int numbered;

    void add(DumpedThread thread) {
      if (!keys.add(thread.name() + "\n" + thread.number())) {
        return;
      }
      oldest = thread.ageSeconds() > oldest ? thread.ageSeconds() : oldest;
      numbered += thread.number().isEmpty() ? 0 : 1;
      if (cpuMillis.size() < MOST_IDENTITIES) {
        if (!thread.name().startsWith("#")) {
          cpuMillis.put(thread.key(), thread.cpuMillis());
        }
        if (!thread.address().isEmpty()) {
          addresses.add(thread.address() + " " + thread.number());
        }
      }
      if (thread.activity() != Activity.OTHER) {
        threads.add(thread);
      }
    }
  }

  private record OpenThread(
      String name,
      String number,
      String address,
      double cpuMillis,
      double ageSeconds,
      Set<Frames> frames) {
    DumpedThread dumped() {
      return new DumpedThread(
          name.isEmpty() ? "#" + number : name, // as virtual threads mostly are
          number,
          address,
          Activity.of(frames),
          frames.contains(Frames.SOLR),
          frames.contains(Frames.HTTP1_SERVER),
          frames.contains(Frames.SHARD_MERGE),
          // to the digits that jstack has, so that a thread is compared across forms
          Math.floor(cpuMillis * 100 + 0.5) / 100,
          ageSeconds);
    }
  }

  void begin(ThreadDump.Form form) {
    endDump();
    dump.form = form;
  }

  void process(String number) {
    dump.process = number;
  }

  void time(OptionalLong nanos) {
    dump.timeNanos = nanos;
  }

  /** Takes the version of the JVM or of Java, such as {@code 17.0.15+6}. */
  void version(String text) {
    Matcher found = VERSION.matcher(text);
    if (found.find()) {
      dump.java = found.group(2) == null ? Integer.parseInt(found.group(1)) : 8;
    }
  }

  /** Something of the dump was cut, broken off or dropped: a thread may be missing. */
  void broken() {
    dump.form = ThreadDump.Form.PART;
  }

  void expect(int threadsOfJava) {
    dump.expected = threadsOfJava;
  }

  boolean has(String name, String number) {
    return dump.keys.contains(name + "\n" + number);
  }

  /** Begins a thread, which ends the one before. */
  void thread(String name, String number, String address, double cpuMillis, double ageSeconds) {
    endThread();
    open =
        new OpenThread(name, number, address, cpuMillis, ageSeconds, EnumSet.noneOf(Frames.class));
    begun = false;
  }

  boolean inThread() {
    return open != null;
  }

  boolean inStack() {
    return open != null && begun;
  }

  void frame(String line) {
    begun = true;
    if (dump.java == 0) {
      Matcher found = MODULE.matcher(line);
      if (found.find()) {
        dump.java = Integer.parseInt(found.group(1));
      }
    }
    Frames.look(line, open.frames);
    SolrjClient.look(line, dump.clients);
  }

  void endThread() {
    if (open != null) {
      dump.add(open.dumped());
      open = null;
    }
  }

  private void endDump() {
    endThread();
    OpenDump ended = dump;
    dump = new OpenDump();
    if (ended.keys.isEmpty()) {
      return;
    }
    if (dumps.size() == MOST_DUMPS) { // the oldest without a thread that matters goes first
      dumps.remove(
          dumps.stream().filter(one -> one.threads().isEmpty()).findFirst().orElse(dumps.peek()));
    }
    dumps.add(
        new ThreadDump(
            source,
            ended.process,
            ended.timeNanos,
            ended.java,
            ended.numbered < ended.expected ? ThreadDump.Form.PART : ended.form,
            ended.oldest,
            ended.threads,
            ended.cpuMillis,
            ended.addresses,
            ended.clients));
  }

  List<ThreadDump> dumps() {
    endDump();
    return List.copyOf(dumps);
  }
}
