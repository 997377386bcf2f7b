package io.streambench.diagnose.judge;

import static java.lang.Double.NaN;

import io.streambench.diagnose.judge.ThreadHistory.Progress;
import io.streambench.flow.threads.Activity;
import io.streambench.flow.threads.DumpedThread;
import io.streambench.flow.threads.JvmFindings;
import io.streambench.flow.threads.JvmFindings.JvmTrait;
import io.streambench.flow.threads.JvmFindings.LockWait;
import io.streambench.flow.threads.ThreadDump;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The thread dumps of one JVM, in chronological order. Only threads in the newest dump count;
 * earlier dumps show whether these threads were active.
 */
final class DumpedJvm {
  private static final int MAX_DUMP_NAMES = 2;

  /** The factor for the minimum idle time if the processor times in the dumps are coarse. */
  private static final int COARSE_CLOCK_FACTOR = 10;

  /**
   * The minimum time between two dumps for measuring shares of time, because dump times have a
   * resolution of one second.
   */
  private static final double MIN_INTERVAL_SECONDS = 5;

  /** Threads that collect garbage only while the threads of the program are stopped. */
  private static final Pattern COLLECTOR_THREAD = Pattern.compile(" (?:Par)?GC Thread#\\d+$");

  private static final String VM_THREAD = " VM Thread";

  private final List<ThreadDump> dumps;
  private final boolean hasCoarseClock;
  private final Duration silence;
  private final List<ThreadHistory> threads;
  final List<ThreadHistory> readers;
  final List<ThreadHistory> waitingReaders;

  /** Threads of Jetty 12's client that wait for response headers and are not known to have run. */
  final List<ThreadHistory> headerWaiters;

  private final int commonPathPrefixLength;

  /**
   * Creates a JVM from its dumps in any order.
   *
   * @param commonPathPrefixLength number of characters to omit at the start of the dumps' names
   */
  DumpedJvm(List<ThreadDump> unorderedDumps, Duration silence, int commonPathPrefixLength) {
    this.commonPathPrefixLength = commonPathPrefixLength;
    this.hasCoarseClock = ThreadDump.haveCoarseClock(unorderedDumps);
    this.silence = hasCoarseClock ? silence.multipliedBy(COARSE_CLOCK_FACTOR) : silence;
    List<ThreadDump> ordered = new ArrayList<>(unorderedDumps);
    Set<String> common = new HashSet<>(ordered.get(0).cpuMillis().keySet());
    ordered.forEach(dump -> common.retainAll(dump.cpuMillis().keySet()));
    Set<String> shared = threadKeys(ordered.get(0));
    ordered.forEach(dump -> shared.retainAll(threadKeys(dump)));
    if (ordered.stream().allMatch(dump -> dump.timeNanos().isPresent())) {
      ordered.sort(Comparator.comparingLong(dump -> dump.timeNanos().orElse(0)));
    }
    if (ordered.stream().allMatch(dump -> oldestAgeSeconds(dump, shared) > 0)) {
      ordered.sort(Comparator.comparingDouble(dump -> oldestAgeSeconds(dump, shared)));
    } else if (ordered.stream().allMatch(dump -> totalCpuMillis(dump, common) > 0)) {
      ordered.sort(Comparator.comparingDouble(dump -> totalCpuMillis(dump, common)));
    }
    this.dumps = List.copyOf(ordered);
    this.threads = threadHistories();
    this.readers = threadsWithActivity(DumpedJvm::isReading);
    this.waitingReaders = threadsWithActivity(Activity::isAwaitingData);
    this.headerWaiters = idleThreads(Activity.AWAITS_HEADERS_12);
  }

  private static boolean isReading(Activity activity) {
    return activity.isReading() || activity.isAwaitingData();
  }

  private static double totalCpuMillis(ThreadDump dump, Set<String> threads) {
    return threads.stream().mapToDouble(dump.cpuMillis()::get).filter(Double::isFinite).sum();
  }

  private static Set<String> threadKeys(ThreadDump dump) {
    return dump.threads().stream().map(DumpedThread::key).collect(Collectors.toSet());
  }

  /** Returns the age of the oldest of these threads; 0 if no age is known. */
  private static double oldestAgeSeconds(ThreadDump dump, Set<String> threads) {
    return dump.threads().stream()
        .filter(thread -> threads.contains(thread.key()))
        .mapToDouble(DumpedThread::ageSeconds)
        .filter(Double::isFinite)
        .max()
        .orElse(0);
  }

  /** Groups dumps by JVM. */
  static List<DumpedJvm> of(List<ThreadDump> dumps, Duration silence) {
    List<List<ThreadDump>> groups = new ArrayList<>();
    for (ThreadDump dump : dumps) {
      groups.stream()
          .filter(group -> group.stream().anyMatch(earlier -> earlier.isOfSameJvm(dump)))
          .findFirst()
          .ifPresentOrElse(
              group -> group.add(dump), () -> groups.add(new ArrayList<>(List.of(dump))));
    }
    int folder = commonPathPrefixLength(dumps.stream().map(ThreadDump::source).toList());
    return groups.stream().map(group -> new DumpedJvm(group, silence, folder)).toList();
  }

  /** Returns the length of the folder prefix that all names share. */
  private static int commonPathPrefixLength(List<String> names) {
    String common = names.isEmpty() ? "" : names.get(0).replaceFirst(": .*", "");
    for (String name : names) {
      while (!name.startsWith(common.substring(0, common.lastIndexOf('/') + 1))) {
        common = common.substring(0, common.lastIndexOf('/'));
      }
    }
    return common.lastIndexOf('/') + 1;
  }

  private List<ThreadHistory> threadHistories() {
    Map<String, List<ThreadHistory.Observation>> seen = new HashMap<>();
    for (ThreadDump dump : dumps) {
      for (DumpedThread thread : dump.threads()) {
        seen.computeIfAbsent(thread.key(), key -> new ArrayList<>())
            .add(new ThreadHistory.Observation(thread, dump));
      }
    }
    return newest().threads().stream()
        .map(
            thread ->
                new ThreadHistory(List.copyOf(seen.get(thread.key())), silence, hasCoarseClock))
        .toList();
  }

  /**
   * Returns the newest dump with virtual threads, or the newest dump if none has them. Dumps of
   * different formats cannot be ordered if their time zone is unknown.
   */
  ThreadDump newest() {
    return dumps.stream()
        .filter(ThreadDump::hasVirtualThreads)
        .reduce((earlier, later) -> later)
        .orElse(dumps.get(dumps.size() - 1));
  }

  /** Returns whether the newest dump may lack virtual threads that a dump in JSON would show. */
  boolean mayLackVirtualThreads() {
    return newest().mayHideVirtualThreads()
        || newest().coverage() == ThreadDump.Coverage.VIRTUAL_PART;
  }

  /** Returns whether a reader may be a virtual thread that no dump shows. */
  boolean mayHideVirtualReaders() {
    return newest().mayHideVirtualThreads()
        && newestWholeJvm().traits().contains(JvmTrait.VIRTUAL_THREADS);
  }

  String name() {
    List<String> names =
        dumps.stream()
            .map(dump -> dump.source().substring(commonPathPrefixLength))
            .distinct()
            .toList();
    String shown = names.stream().limit(MAX_DUMP_NAMES).collect(Collectors.joining(", "));
    return names.size() > MAX_DUMP_NAMES ? shown + ", …" : shown;
  }

  List<ThreadHistory> threadsWithActivity(Predicate<Activity> filter) {
    return threads.stream().filter(thread -> filter.test(thread.newestState().activity())).toList();
  }

  /** Returns whether a thread waits for a request permit and was idle between the dumps. */
  boolean isAwaitingPermit() {
    return threadsWithActivity(Activity.AWAITS_PERMIT::equals).stream()
        .anyMatch(ThreadHistory::isIdle);
  }

  /**
   * Returns the names of threads that read a stream in an earlier dump, but not in the newest dump.
   */
  List<String> formerReaderNames() {
    List<String> now = readers.stream().map(reader -> reader.newestState().key()).toList();
    return dumps.stream()
        .flatMap(dump -> dump.threads().stream())
        .filter(thread -> isReading(thread.activity()) && !now.contains(thread.key()))
        .map(DumpedThread::name)
        .distinct()
        .toList();
  }

  Senders senders() {
    return new Senders(threadsWithActivity(Activity::isSending), silence);
  }

  List<ThreadHistory> idleThreads(Activity activity) {
    return threadsWithActivity(activity::equals).stream()
        .filter(thread -> thread.progress() != Progress.RAN)
        .toList();
  }

  boolean haveAllReadersRun() {
    return !readers.isEmpty()
        && readers.stream().allMatch(reader -> reader.progress() == Progress.RAN);
  }

  /** Returns whether a waiting reader was idle for at least the minimum idle time. */
  boolean hasIdleReader() {
    return (waitingReaders.isEmpty() ? headerWaiters : waitingReaders)
        .stream().anyMatch(ThreadHistory::isIdle);
  }

  /** Returns the first waiting reader whose activity is unknown; empty if there is none. */
  Optional<ThreadHistory> uncertainReader() {
    return (waitingReaders.isEmpty() ? headerWaiters : waitingReaders)
        .stream().filter(reader -> reader.progress().isUnknown()).findFirst();
  }

  JvmFindings newestWholeJvm() {
    return newest().jvmFindings();
  }

  /** Returns whether the most contended lock has the same holder in all dumps. */
  boolean isContendedLockHeld() {
    return dumps.stream()
            .map(dump -> dump.jvmFindings().mostContendedLock())
            .map(lock -> lock.map(found -> found.lock() + "\n" + found.holder()))
            .distinct()
            .count()
        == 1;
  }

  /**
   * Returns the deadlock in the newest dump; empty if there is none. If the newest dump may be
   * incomplete, returns the latest deadlock in any dump.
   */
  List<LockWait> deadlock() {
    return (newest().hasAllThreads() ? List.of(newest()) : dumps)
        .stream()
            .map(dump -> dump.jvmFindings().deadlock())
            .filter(deadlock -> !deadlock.isEmpty())
            .reduce(List.of(), (earlier, later) -> later);
  }

  /**
   * Returns the largest share of time that one garbage-collection thread worked while all other
   * threads were stopped, between the first and the last dump; 0 if unknown. Ignores dumps without
   * such threads, for example dumps in JSON.
   */
  double garbageCollectionShare() {
    List<ThreadDump> shown =
        dumps.stream().filter(dump -> !collectorMillis(dump).isEmpty()).toList();
    if (shown.isEmpty()) {
      return 0;
    }
    ThreadDump first = shown.get(0);
    ThreadDump last = shown.get(shown.size() - 1);
    double seconds = secondsBetween(first, last);
    Map<String, Double> before = collectorMillis(first);
    return seconds < MIN_INTERVAL_SECONDS
        ? 0
        : collectorMillis(last).entrySet().stream()
                .mapToDouble(
                    thread -> thread.getValue() - before.getOrDefault(thread.getKey(), NaN))
                .filter(Double::isFinite)
                .max()
                .orElse(0)
            / 1e3
            / seconds;
  }

  /**
   * Returns the CPU times of the threads that collect garbage. The serial collector works in the VM
   * thread, which also has other tasks. Therefore the VM thread counts only if the heap is full.
   */
  private static Map<String, Double> collectorMillis(ThreadDump dump) {
    boolean isSerialHeapFull = dump.jvmFindings().traits().contains(JvmTrait.FULL_SERIAL_HEAP);
    return dump.cpuMillis().entrySet().stream()
        .filter(
            thread ->
                COLLECTOR_THREAD.matcher(thread.getKey()).find()
                    || isSerialHeapFull && thread.getKey().endsWith(VM_THREAD))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static double secondsBetween(ThreadDump first, ThreadDump last) {
    Set<String> shared = threadKeys(first);
    shared.retainAll(threadKeys(last));
    double aged = oldestAgeSeconds(last, shared) - oldestAgeSeconds(first, shared);
    return aged > 0 || first.timeNanos().isEmpty() || last.timeNanos().isEmpty()
        ? aged
        : (last.timeNanos().getAsLong() - first.timeNanos().getAsLong()) / 1e9;
  }

  int dumpCount() {
    return dumps.size();
  }

  /**
   * Returns whether a response may be read without a visible thread, as in a client with listeners.
   * On a Solr node, each reader has its own thread.
   */
  boolean mayHaveHiddenReaders() {
    Set<JvmTrait> signs = newestWholeJvm().traits();
    boolean moves =
        senders().threads().stream().anyMatch(thread -> thread.progress() == Progress.RAN);
    return readers.isEmpty()
        && !signs.contains(JvmTrait.SOLR_NODE)
        && (signs.contains(JvmTrait.JETTY_CLIENT)
            || signs.contains(JvmTrait.HTTP_CLIENT)
            || signs.contains(JvmTrait.NETWORK) && !moves);
  }
}
