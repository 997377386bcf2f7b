package io.streambench.flow.threads;

import io.streambench.flow.threads.Activity.FrameGroup;
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

/** Builds the thread dumps of one source. Keeps only the latest dumps if there are too many. */
final class DumpBuilder {
  private static final int MAX_DUMPS = 64;

  private static final int MAX_IDENTIFIED_THREADS = 2_000;

  /**
   * The prefix of names of threads whose first line is missing. With "#", the names do not identify
   * a JVM.
   */
  private static final String UNNAMED = "#unnamed-";

  private static final Pattern JAVA_MODULE = Pattern.compile("java\\.base@(\\d{1,3})\\b");

  private static final Pattern JVM_VERSION =
      Pattern.compile("^(?:1\\.)?(\\d{1,3})(\\.\\d+-b\\d+)?");

  private final String source;
  private final OptionalLong responseNanos;
  private final Deque<ThreadDump> dumps = new ArrayDeque<>();
  private OpenDump dump = new OpenDump();
  private OpenThread openThread;
  private int unnamedThreads;

  /**
   * @param responseNanos the time of a Solr node's response, which is considered a complete dump;
   *     empty for a file
   */
  DumpBuilder(String source, OptionalLong responseNanos) {
    this.source = source;
    this.responseNanos = responseNanos;
  }

  /** Matches a class or line number that occurs only in Java 8 or earlier. */
  private static final Pattern JAVA_8 =
      Pattern.compile(
          "sun\\.misc\\.Unsafe\\.park|\\(Object\\.java:50[23]\\)|\\(Thread\\.java:7\\d\\d\\)");

  /** Matches methods of the JDK and of Jetty's utilities, which do not show what a thread does. */
  private static final Pattern UTILITY_METHOD =
      Pattern.compile("^(?:((?:java|javax|jdk|sun|com\\.sun)\\.)|org\\.eclipse\\.jetty\\.util\\.)");

  /**
   * Matches the entry method of a thread. A stack without an entry method may have been truncated.
   */
  private static final Pattern ENTRY_METHOD = Pattern.compile("\\b(?:run|runWith|main)\\(");

  private static final int MIN_CUT_STACKS = 3;

  private static final String LAST_THREAD_NAME = "VM Thread";

  /**
   * Matches JVM threads without an address. In Java 8, these threads are the last threads of a
   * dump.
   */
  private static final Pattern JVM_THREAD =
      Pattern.compile(" (?:Reference Handler|Signal Dispatcher)");

  private static final class OpenDump {
    final Set<String> threadKeys = new HashSet<>();
    final LockGraph locks = new LockGraph();
    final BusyPoolFinder pools = new BusyPoolFinder();
    final TraitFinder traits = new TraitFinder();
    final Map<String, Double> cpuMillis = new HashMap<>();
    final Set<String> addresses = new HashSet<>();
    final List<DumpedThread> threads = new ArrayList<>();
    final Set<SolrjClient> clients = EnumSet.noneOf(SolrjClient.class);
    ThreadDump.Coverage coverage = ThreadDump.Coverage.PART;
    String processId = "";
    OptionalLong timeNanos = OptionalLong.empty();
    int javaVersion;
    int expectedThreads;
    int numberedThreads;
    int maxFrames;
    final Map<Integer, Integer> cutStackCounts = new HashMap<>();

    /** Whether the last thread of the dump was found. If not, the dump may be an excerpt. */
    boolean hasLastThread;

    boolean hasJvmThread;

    JvmFindings jvmFindings() {
      locks.resolveHolderNames(threadKeys);
      return new JvmFindings(
          traits.traits(), locks.deadlock(), locks.mostContended(), pools.busyPools());
    }

    void add(OpenThread open) {
      DumpedThread thread = open.toThread();
      locks.endThread(open.activity, open.frameGroups.contains(FrameGroup.ACCEPT));
      if (!threadKeys.add(LockGraph.threadKey(thread.name(), thread.number()))
          && !thread.number().isEmpty()) {
        return;
      }
      pools.add(thread.name(), open.frameGroups, open.activity);
      traits.addThread(thread.name(), open.frameGroups);
      hasLastThread |= thread.name().equals(LAST_THREAD_NAME);
      hasJvmThread |= JVM_THREAD.matcher(thread.address() + " " + thread.name()).matches();
      maxFrames = Math.max(maxFrames, open.frameCount);
      if (!ENTRY_METHOD.matcher(open.lastFrame).find()) {
        cutStackCounts.merge(open.frameCount, 1, Integer::sum);
      }
      numberedThreads += thread.number().isEmpty() || thread.number().startsWith("0x") ? 0 : 1;
      if (cpuMillis.size() < MAX_IDENTIFIED_THREADS) {
        if (!thread.isVirtual() && !thread.name().startsWith("#")) { // virtual ones soon end
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

  private static final class OpenThread {
    final String name;
    final String number;
    final String address;
    final double ageSeconds;
    final Set<FrameGroup> frameGroups = EnumSet.noneOf(FrameGroup.class);

    /** The first frame outside the JDK and, if possible, outside Jetty's utilities. */
    String activity = "";

    private double cpuMillis;
    private int frameCount;
    private String lastFrame = "";
    private boolean expectsFrames;
    private int activityRank = Integer.MAX_VALUE;

    OpenThread(String name, String number, String address, double cpuMillis, double ageSeconds) {
      this.name = name.isEmpty() ? "#" + number : name; // usual for virtual threads
      this.number = number;
      this.address = address;
      this.cpuMillis = cpuMillis;
      this.ageSeconds = ageSeconds;
    }

    void addFrame(String line) {
      frameCount++;
      lastFrame = line;
      FrameGroup.addGroups(line, frameGroups);
      if (activityRank > 0) {
        String method = methodName(line);
        Matcher utility = UTILITY_METHOD.matcher(method);
        int here = !utility.find() ? 0 : utility.group(1) == null ? 1 : 2;
        activity = here < activityRank ? method : activity;
        activityRank = Math.min(activityRank, here);
      }
    }

    private static String methodName(String line) {
      int end = line.indexOf('(');
      String text = line.substring(line.startsWith("at ") ? 3 : 0, end < 0 ? line.length() : end);
      return text.contains("$$Lambda") ? text : text.substring(text.lastIndexOf('/') + 1).strip();
    }

    DumpedThread toThread() {
      return new DumpedThread(
          name,
          number,
          address,
          Activity.of(frameGroups),
          frameGroups.contains(FrameGroup.SOLR),
          frameGroups.contains(FrameGroup.HTTP1_SERVER),
          frameGroups.contains(FrameGroup.VIRTUAL),
          frameGroups.contains(FrameGroup.SHARD_MERGE),
          // jstack's precision, to compare a thread across formats
          Math.floor(cpuMillis * 100 + 0.5) / 100,
          ageSeconds);
    }
  }

  void beginDump(ThreadDump.Coverage coverage) {
    endDump();
    dump.coverage = coverage;
  }

  void setProcessId(String processId) {
    dump.processId = processId;
  }

  void setTime(OptionalLong nanos) {
    dump.timeNanos = nanos;
  }

  /** Sets the version of the JVM or of Java, such as {@code 17.0.15+6}. */
  void setVersion(String text) {
    Matcher found = JVM_VERSION.matcher(text);
    if (found.find()) {
      dump.javaVersion = found.group(2) == null ? Integer.parseInt(found.group(1)) : 8;
    }
  }

  /** Marks the dump as incomplete: threads or frames may be missing. */
  void markIncomplete() {
    dump.coverage = ThreadDump.Coverage.PART;
  }

  /** Adds to the number of Java threads that a complete dump must contain. */
  void expectThreads(int javaThreads) {
    dump.expectedThreads += javaThreads;
  }

  boolean isKnownThread(String name, String number) {
    return dump.threadKeys.contains(name + "\n" + number);
  }

  /** Starts a thread, after ending the previous thread. */
  void startThread(
      String name, String number, String address, double cpuMillis, double ageSeconds) {
    endThread();
    openThread = new OpenThread(name, number, address, cpuMillis, ageSeconds);
    dump.locks.beginThread(LockGraph.threadKey(openThread.name, number));
  }

  /** Starts a thread whose first line is missing. */
  void startUnnamedThread() {
    startThread(UNNAMED + ++unnamedThreads, "", "", Double.NaN, Double.NaN);
  }

  boolean isInThread() {
    return openThread != null;
  }

  boolean isInStack() {
    return openThread != null && openThread.frameCount > 0;
  }

  /** Sets the CPU time of the current thread, unless it is already known. */
  void setCpuMillis(double millis) {
    openThread.cpuMillis = Double.isNaN(openThread.cpuMillis) ? millis : openThread.cpuMillis;
  }

  /** Records that a complete dump must contain a stack of the current thread. */
  void expectFrames() {
    openThread.expectsFrames = true;
  }

  void addFrame(String line) {
    if (dump.javaVersion == 0) {
      Matcher found = JAVA_MODULE.matcher(line);
      dump.javaVersion =
          found.find()
              ? Integer.parseInt(found.group(1))
              : JAVA_8.matcher(line).find() ? 8 : dump.javaVersion;
    }
    openThread.addFrame(line);
    SolrjClient.addClients(line, dump.clients);
  }

  LockGraph locks() {
    return dump.locks;
  }

  TraitFinder traits() {
    return dump.traits;
  }

  void endThread() {
    if (openThread != null) {
      if (openThread.expectsFrames && openThread.frameCount == 0) {
        markIncomplete();
      }
      if (openThread.frameCount > 0 || !openThread.name.startsWith(UNNAMED)) {
        dump.add(openThread); // a state without frames may be a line of a log
      }
      openThread = null;
    }
  }

  private void endDump() {
    endThread();
    OpenDump ended = dump;
    dump = new OpenDump();
    JvmFindings whole = ended.jvmFindings();
    if (ended.threadKeys.isEmpty()
        && whole.deadlock().isEmpty()) { // reports may quote only the deadlock
      return;
    }
    if (dumps.size() == MAX_DUMPS) { // drop the oldest dump without a relevant thread
      dumps.remove(
          dumps.stream()
              .filter(earlier -> earlier.threads().isEmpty())
              .findFirst()
              .orElse(dumps.peek()));
    }
    boolean part =
        ended.coverage == ThreadDump.Coverage.PART
            || ended.numberedThreads < ended.expectedThreads
            || ended.maxFrames == 0
            || ended.cutStackCounts.getOrDefault(ended.maxFrames, 0) >= MIN_CUT_STACKS
            || !(ended.hasLastThread || ended.hasJvmThread && ended.javaVersion == 8)
                && ended.expectedThreads == 0
                && responseNanos.isEmpty();
    dumps.add(
        new ThreadDump(
            source,
            ended.processId,
            responseNanos.isPresent() ? responseNanos : ended.timeNanos,
            ended.javaVersion,
            part
                ? ThreadDump.Coverage.PART
                : responseNanos.isPresent() ? ThreadDump.Coverage.ALL : ended.coverage,
            ended.threads,
            ended.cpuMillis,
            ended.addresses,
            ended.clients,
            whole));
  }

  List<ThreadDump> dumps() {
    endDump();
    return List.copyOf(dumps);
  }
}
