package io.streambench.flow.threads;

import io.streambench.flow.threads.Activity.Frames;
import io.streambench.flow.threads.WholeJvm.Sign;
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

  /** The maximum number of threads per dump whose CPU times and addresses are kept. */
  private static final int MAX_IDENTITIES = 2_000;

  /** The Java version in a frame's module name, as in {@code java.base@17.0.15/}. */
  private static final Pattern MODULE = Pattern.compile("java\\.base@(\\d{1,3})\\b");

  /** A JVM version, such as {@code 25.412-b08} for Java 8, or a Java version. */
  private static final Pattern VERSION = Pattern.compile("^(?:1\\.)?(\\d{1,3})(\\.\\d+-b\\d+)?");

  private final String source;
  private final OptionalLong responseNanos;
  private final Deque<ThreadDump> dumps = new ArrayDeque<>();
  private OpenDump dump = new OpenDump();
  private OpenThread open;

  /**
   * @param responseNanos the time of a Solr node's response, which is considered a complete dump;
   *     empty for a file
   */
  DumpBuilder(String source, OptionalLong responseNanos) {
    this.source = source;
    this.responseNanos = responseNanos;
  }

  /** A class or a line number that occurs only in Java 8 or earlier. */
  private static final Pattern JAVA_8 =
      Pattern.compile(
          "sun\\.misc\\.Unsafe\\.park|\\(Object\\.java:50[23]\\)|\\(Thread\\.java:7\\d\\d\\)");

  /** Names of threads that run in HTTP/2 clients other than Jetty's, even in idle clients. */
  private static final Pattern CLIENT_THREAD_NAME =
      Pattern.compile("^(?:HttpClient-|reactor-http|httpclient-dispatch|OkHttp|grpc-)");

  private static final Pattern JETTY_CLIENT_THREAD_NAME =
      Pattern.compile("^(?:HttpClient@|@[0-9a-f]+-\\d|h2sc)");

  /** Names of threads that carry or unblock virtual threads. */
  private static final Pattern CARRIER_NAME =
      Pattern.compile("^(?:ForkJoinPool-1-worker-\\d|VirtualThread-un(?:block|park)er)");

  private static final Pattern NODE_THREAD_NAME =
      Pattern.compile(
          "^(?:searcherExecutor|commitScheduler|coreLoadExecutor|coreContainerWorkExecutor"
              + "|httpShardExecutor|recoveryExecutor|closeThreadPool|indexFetcher|Overseer)");

  /** Methods of the JDK and of Jetty's utilities, which do not show what a thread does. */
  private static final Pattern UTILITY =
      Pattern.compile("^(?:((?:java|javax|jdk|sun|com\\.sun)\\.)|org\\.eclipse\\.jetty\\.util\\.)");

  /** A thread's entry method. A stack without an entry method may have been truncated. */
  private static final Pattern ENTRY_METHOD = Pattern.compile("\\b(?:run|runWith|main)\\(");

  private static final int MIN_CUT_STACKS = 3;

  /** The thread that HotSpot prints after all Java threads. */
  private static final String LAST_THREAD = "VM Thread";

  /** JVM threads without an address. In Java 8, these threads are the last threads of a dump. */
  private static final Pattern JVM_THREAD =
      Pattern.compile(" (?:Reference Handler|Signal Dispatcher)");

  private static final class OpenDump {
    final Set<String> keys = new HashSet<>();
    final Locks locks = new Locks();
    final Pools pools = new Pools();
    final Set<Sign> signs = EnumSet.noneOf(Sign.class);
    final Map<String, Double> cpuMillis = new HashMap<>();
    final Set<String> addresses = new HashSet<>();
    final List<DumpedThread> threads = new ArrayList<>();
    final Set<SolrjClient> clients = EnumSet.noneOf(SolrjClient.class);
    ThreadDump.Form form = ThreadDump.Form.PART;
    String process = "";
    OptionalLong timeNanos = OptionalLong.empty();
    int java;
    int expected;
    int numbered;
    int maxFrames;
    final Map<Integer, Integer> cutStacks = new HashMap<>();

    /** Whether the last thread of the dump was found. If not, the dump may be an excerpt. */
    boolean hasEnd;

    boolean hasJvmThread;

    WholeJvm wholeJvm() {
      locks.nameThreads(keys);
      return new WholeJvm(signs, locks.deadlock(), locks.mostContended(), pools.busyPools());
    }

    void add(OpenThread open) {
      DumpedThread thread = open.toThread();
      locks.end(open.activity, open.frames.contains(Frames.ACCEPT));
      if (!keys.add(Locks.key(thread.name(), thread.number())) && !thread.number().isEmpty()) {
        return;
      }
      pools.add(thread.name(), open.frames, open.activity);
      open.addSigns(signs);
      hasEnd |= thread.name().equals(LAST_THREAD);
      hasJvmThread |= JVM_THREAD.matcher(thread.address() + " " + thread.name()).matches();
      maxFrames = Math.max(maxFrames, open.frameCount);
      if (!ENTRY_METHOD.matcher(open.lastFrame).find()) {
        cutStacks.merge(open.frameCount, 1, Integer::sum);
      }
      numbered += thread.number().isEmpty() || thread.number().startsWith("0x") ? 0 : 1;
      if (cpuMillis.size() < MAX_IDENTITIES) {
        if (!thread.virtual() && !thread.name().startsWith("#")) { // virtual ones soon end
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
    final Set<Frames> frames = EnumSet.noneOf(Frames.class);

    /** The first frame outside the JDK and, if possible, outside Jetty's utilities. */
    String activity = "";

    private double cpuMillis;
    private int frameCount;
    private String lastFrame = "";
    private boolean expectsFrames;
    private int depth = Integer.MAX_VALUE;

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
      Frames.addFrames(line, frames);
      if (depth > 0) {
        String method = method(line);
        Matcher utility = UTILITY.matcher(method);
        int here = !utility.find() ? 0 : utility.group(1) == null ? 1 : 2;
        activity = here < depth ? method : activity;
        depth = Math.min(depth, here);
      }
    }

    /** Returns the class and method of a frame, without its module. */
    private static String method(String line) {
      int end = line.indexOf('(');
      String text = line.substring(line.startsWith("at ") ? 3 : 0, end < 0 ? line.length() : end);
      return text.contains("$$Lambda") ? text : text.substring(text.lastIndexOf('/') + 1).strip();
    }

    void addSigns(Set<Sign> signs) {
      if (frames.contains(Frames.SOLR)) {
        signs.add(Sign.SOLR);
      }
      if (frames.contains(Frames.SOLR_NODE) || NODE_THREAD_NAME.matcher(name).find()) {
        signs.addAll(Set.of(Sign.SOLR, Sign.SOLR_NODE));
      }
      if (frames.contains(Frames.JETTY_CLIENT) || JETTY_CLIENT_THREAD_NAME.matcher(name).find()) {
        signs.add(Sign.JETTY_CLIENT);
      }
      if (frames.contains(Frames.HTTP_CLIENT) || CLIENT_THREAD_NAME.matcher(name).find()) {
        signs.add(Sign.HTTP_CLIENT);
      }
      if (CARRIER_NAME.matcher(name).find()) {
        signs.add(Sign.VIRTUAL_THREADS);
      }
      if (frames.contains(Frames.NETWORK) && !frames.contains(Frames.OTHER_SELECTOR)) {
        signs.add(Sign.NETWORK);
      }
    }

    DumpedThread toThread() {
      return new DumpedThread(
          name,
          number,
          address,
          Activity.of(frames),
          frames.contains(Frames.SOLR),
          frames.contains(Frames.HTTP1_SERVER),
          frames.contains(Frames.VIRTUAL),
          frames.contains(Frames.SHARD_MERGE),
          // jstack's precision, to compare a thread across formats
          Math.floor(cpuMillis * 100 + 0.5) / 100,
          ageSeconds);
    }
  }

  void begin(ThreadDump.Form form) {
    endDump();
    dump.form = form;
  }

  void setProcess(String number) {
    dump.process = number;
  }

  void setTime(OptionalLong nanos) {
    dump.timeNanos = nanos;
  }

  /** Sets the version of the JVM or of Java, such as {@code 17.0.15+6}. */
  void setVersion(String text) {
    Matcher found = VERSION.matcher(text);
    if (found.find()) {
      dump.java = found.group(2) == null ? Integer.parseInt(found.group(1)) : 8;
    }
  }

  /** Marks the dump as incomplete: threads or frames may be missing. */
  void markBroken() {
    dump.form = ThreadDump.Form.PART;
  }

  /** Adds to the number of Java threads that a complete dump must contain. */
  void expect(int javaThreads) {
    dump.expected += javaThreads;
  }

  boolean isKnownThread(String name, String number) {
    return dump.keys.contains(name + "\n" + number);
  }

  /** Starts a thread, after ending the previous thread. */
  void startThread(
      String name, String number, String address, double cpuMillis, double ageSeconds) {
    endThread();
    open = new OpenThread(name, number, address, cpuMillis, ageSeconds);
    dump.locks.begin(Locks.key(open.name, number));
  }

  boolean isInThread() {
    return open != null;
  }

  boolean isInStack() {
    return open != null && open.frameCount > 0;
  }

  /** Sets the CPU time of the current thread, unless it is already known. */
  void setCpu(double millis) {
    open.cpuMillis = Double.isNaN(open.cpuMillis) ? millis : open.cpuMillis;
  }

  /** Records that a complete dump must contain a stack of the current thread. */
  void expectFrames() {
    open.expectsFrames = true;
  }

  void addFrame(String line) {
    if (dump.java == 0) {
      Matcher found = MODULE.matcher(line);
      dump.java =
          found.find()
              ? Integer.parseInt(found.group(1))
              : JAVA_8.matcher(line).find() ? 8 : dump.java;
    }
    open.addFrame(line);
    SolrjClient.addClients(line, dump.clients);
  }

  Locks locks() {
    return dump.locks;
  }

  void endThread() {
    if (open != null) {
      if (open.expectsFrames && open.frameCount == 0) {
        markBroken();
      }
      dump.add(open);
      open = null;
    }
  }

  private void endDump() {
    endThread();
    OpenDump ended = dump;
    dump = new OpenDump();
    WholeJvm whole = ended.wholeJvm();
    if (ended.keys.isEmpty() && whole.deadlock().isEmpty()) { // reports may quote only the deadlock
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
        ended.form == ThreadDump.Form.PART
            || ended.numbered < ended.expected
            || ended.maxFrames == 0
            || ended.cutStacks.getOrDefault(ended.maxFrames, 0) >= MIN_CUT_STACKS
            || !(ended.hasEnd || ended.hasJvmThread && ended.java == 8)
                && ended.expected == 0
                && responseNanos.isEmpty();
    dumps.add(
        new ThreadDump(
            source,
            ended.process,
            responseNanos.isPresent() ? responseNanos : ended.timeNanos,
            ended.java,
            part
                ? ThreadDump.Form.PART
                : responseNanos.isPresent() ? ThreadDump.Form.ALL : ended.form,
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
