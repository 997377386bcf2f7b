package io.streambench.flow.threads;

import static java.lang.Double.NaN;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A thread dump of a JVM, with details of the threads that matter for stalls.
 *
 * @param source path of the file that contains the dump
 * @param processId process ID; empty if the dump does not show it
 * @param javaVersion the feature version of Java, such as 17; 0 if the dump does not show it
 * @param threads the threads that read, send or wait for requests
 * @param cpuMillis CPU time of each platform thread by {@link DumpedThread#key}; NaN if the dump
 *     does not show it, or shows 0 for every thread
 * @param clients the SolrJ clients that the stacks show
 * @param jvmFindings findings about the JVM as a whole
 */
public record ThreadDump(
    String source,
    String processId,
    OptionalLong timeNanos,
    int javaVersion,
    Coverage coverage,
    List<DumpedThread> threads,
    Map<String, Double> cpuMillis,
    Set<String> addresses,
    Set<SolrjClient> clients,
    JvmFindings jvmFindings) {
  private static final int JAVA_WITH_VIRTUAL_THREADS = 21;

  /** The tolerance for CPU times, because dump formats differ in precision. */
  private static final double ROUNDING_MILLIS = 0.011;

  /** The resolutions of a thread's CPU time on Windows and gVisor (a sandbox for Kubernetes). */
  private static final List<Double> COARSE_STEP_MILLIS = List.of(15.625, 10.0);

  private static final int MIN_SHARED_THREADS = 10;

  /** The minimum number of threads that are idle between two dumps of the same JVM. */
  private static final int MIN_IDLE_THREADS = 3;

  private static final Pattern JVM_THREADS =
      Pattern.compile(
          "main|Reference Handler|Finalizer|Signal Dispatcher|Service Thread|Attach Listener"
              + "|Monitor Deflation Thread|C[12] CompilerThread0|Common-Cleaner|DestroyJavaVM"
              + "|Notification Thread|VirtualThread-un(?:block|park)er|ForkJoinPool-1-worker-[12]");

  /** The set of threads of a JVM that a dump contains. */
  public enum Coverage {
    /** All threads, including virtual ones ({@code Thread.dump_to_file -format=json}). */
    ALL,
    /** Platform and virtual threads, possibly not all, because the dump does not show its end. */
    VIRTUAL_PART,
    /** All platform threads, but no virtual threads. */
    PLATFORM,
    /** Possibly only some of the threads. */
    PART
  }

  public ThreadDump {
    boolean hasTimes =
        Stream.concat(cpuMillis.values().stream(), threads.stream().map(DumpedThread::cpuMillis))
            .anyMatch(millis -> millis > 0);
    if (!hasTimes) { // a JVM that reports 0 for every thread does not count
      threads = threads.stream().map(DumpedThread::withoutCpuTime).toList();
      cpuMillis = cpuMillis.keySet().stream().collect(Collectors.toMap(key -> key, key -> NaN));
    }
    threads = List.copyOf(threads);
    cpuMillis = Map.copyOf(cpuMillis);
    addresses = Set.copyOf(addresses);
    clients = Set.copyOf(clients);
  }

  /** Returns whether this dump certainly contains all threads of the JVM. */
  public boolean hasAllThreads() {
    return coverage == Coverage.ALL
        || coverage == Coverage.PLATFORM && javaVersion > 0 && !mayHideVirtualThreads();
  }

  public boolean hasVirtualThreads() {
    return coverage == Coverage.ALL || coverage == Coverage.VIRTUAL_PART;
  }

  /** Returns whether the JVM may have virtual threads that are not in this dump. */
  public boolean mayHideVirtualThreads() {
    return !hasVirtualThreads() && (javaVersion == 0 || javaVersion >= JAVA_WITH_VIRTUAL_THREADS);
  }

  /**
   * Returns whether the CPU times in the dumps of a JVM have a coarse resolution, which hides small
   * amounts of work. A single dump may have too few CPU times to show the resolution.
   */
  public static boolean haveCoarseClock(List<ThreadDump> dumps) {
    List<List<Double>> used =
        dumps.stream()
            .map(dump -> dump.cpuMillis.values().stream().filter(millis -> millis > 0).toList())
            .toList();
    return used.stream().anyMatch(times -> times.size() >= MIN_IDLE_THREADS)
        && COARSE_STEP_MILLIS.stream()
            .anyMatch(
                step ->
                    used.stream()
                        .flatMap(List::stream)
                        .allMatch(
                            millis ->
                                Math.abs(Math.IEEEremainder(millis, step)) < ROUNDING_MILLIS));
  }

  /**
   * Returns whether this dump may be a later dump of the same node. CPU times must not decrease,
   * and at least one thread of Jetty's pool must be in both dumps.
   */
  public boolean mayFollow(ThreadDump earlier) {
    List<String> pool =
        earlier.cpuMillis.keySet().stream().filter(key -> key.contains(" qtp")).toList();
    return cpuMillis.keySet().stream().noneMatch(key -> earlier.hasRunSince(this, key))
        && (pool.isEmpty() || pool.stream().anyMatch(cpuMillis::containsKey));
  }

  /** Returns whether both dumps are of the same JVM, judging by their threads. */
  public boolean isOfSameJvm(ThreadDump other) {
    if (!processId.isEmpty() && !other.processId.isEmpty() && !processId.equals(other.processId)) {
      return false;
    }
    long here = cpuMillis.keySet().stream().filter(key -> hasRunSince(other, key)).count();
    long there = cpuMillis.keySet().stream().filter(key -> other.hasRunSince(this, key)).count();
    if (Math.min(here, there) > 0) {
      return false; // CPU time only grows
    }
    if (!addresses.isEmpty() && !other.addresses.isEmpty()) { // some are equal by chance
      long equal = addresses.stream().filter(other.addresses::contains).count();
      Set<String> numbers = other.threadNumbers();
      long all = threadNumbers().stream().filter(numbers::contains).count();
      return equal > 0 && 10 * equal >= 9 * all; // a header may be garbled
    }
    List<String> ours = applicationThreads();
    List<String> otherThreads = other.applicationThreads();
    List<String> shared = ours.stream().filter(other.cpuMillis::containsKey).toList();
    int fewer = Math.min(ours.size(), otherThreads.size());
    long all = cpuMillis.keySet().stream().filter(other.cpuMillis::containsKey).count();
    return fewer > 0
        && 3 * shared.size() >= 2 * fewer
        && (all < MIN_SHARED_THREADS || all - Math.max(here, there) >= MIN_IDLE_THREADS);
  }

  /** Returns the numbers of the threads whose addresses are known. */
  private Set<String> threadNumbers() {
    return addresses.stream()
        .map(address -> address.substring(address.indexOf(' ')))
        .collect(Collectors.toSet());
  }

  /** Returns the keys of all threads except JVM threads, which have equal numbers in every JVM. */
  private List<String> applicationThreads() {
    return cpuMillis.keySet().stream()
        .filter(key -> !JVM_THREADS.matcher(key.substring(key.indexOf(' ') + 1)).matches())
        .toList();
  }

  private boolean hasRunSince(ThreadDump other, String key) {
    double before = other.cpuMillis.getOrDefault(key, Double.NaN);
    return cpuMillis.getOrDefault(key, Double.NaN) - before > ROUNDING_MILLIS;
  }
}
