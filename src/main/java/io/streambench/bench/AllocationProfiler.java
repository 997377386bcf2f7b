package io.streambench.bench;

import io.streambench.bench.fork.RunProfiler;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;

/**
 * A {@link GCProfiler} that also counts the objects that an operation allocates in all threads. It
 * compares the number of live and dead objects on the heap before and after repeated operations.
 * The count is valid only if no garbage collection ran between the two measurements. Benchmarks
 * call {@link #countAllocations} outside their measured iterations, since counting itself
 * allocates.
 */
public final class AllocationProfiler extends GCProfiler {
  private static final int MAX_TRIES = 3;
  private static final int MAX_OPERATIONS = 1_000;
  private static final int MIN_OPERATIONS = 10;
  private static final long MAX_RUN_NANOS = 200_000_000;

  /** A line of the JVM's class histogram: {@code num: #instances #bytes class}. */
  private static final Pattern HISTOGRAM_LINE =
      Pattern.compile("(?m)^ *\\d+: +(\\d+) +\\d+ +(\\S+)");

  /** Matches the filler objects that HotSpot (JDK 17 and 21) puts into unused parts of TLABs. */
  private static final Pattern FILLER_CLASS =
      Pattern.compile("\\[I|jdk\\.internal\\.vm\\.Filler.*");

  private static final AtomicBoolean IN_USE = new AtomicBoolean();
  private static volatile OptionalDouble lastMeanObjectCount = OptionalDouble.empty();

  public AllocationProfiler(String options) throws ProfilerException {
    super(options);
    IN_USE.set(true);
  }

  /** The benchmark operation whose allocations are counted. */
  interface Operation {
    void run() throws InterruptedException;
  }

  /**
   * Counts the allocated objects per operation if this profiler is in use. The results of all later
   * iterations include the count.
   */
  static void countAllocations(Operation operation) throws InterruptedException {
    if (IN_USE.get()) {
      lastMeanObjectCount = objectsPerOperation(operation);
    }
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    List<Result<?>> all = new ArrayList<>();
    super.afterIteration(benchmark, iteration, result).forEach(all::add);
    lastMeanObjectCount.ifPresent(
        mean -> all.add(RunProfiler.averageResult("allocations, objects/op", mean)));
    return all;
  }

  /**
   * Returns the mean number of objects that an operation allocates; empty if a garbage collection
   * disturbed every attempt, or if this JVM is not HotSpot.
   */
  static OptionalDouble objectsPerOperation(Operation operation) throws InterruptedException {
    try {
      for (int i = 0; i < MAX_TRIES; i++) {
        long collections = collectionCount();
        long empty = countObjects();
        long before = countObjects();
        int operations = runRepeatedly(operation);
        long after = countObjects();
        if (collectionCount() == collections) {
          long countingCost = before - empty; // allocated by the counting itself
          return OptionalDouble.of(Math.max(0.0, after - before - countingCost) / operations);
        }
      }
    } catch (JMException e) {
      // not HotSpot
    }
    return OptionalDouble.empty();
  }

  private static int runRepeatedly(Operation operation) throws InterruptedException {
    long startNanos = System.nanoTime();
    int operations = 0;
    while (operations < MIN_OPERATIONS
        || operations < MAX_OPERATIONS && System.nanoTime() - startNanos < MAX_RUN_NANOS) {
      operation.run();
      operations++;
    }
    return operations;
  }

  private static long collectionCount() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }

  private static long countObjects() throws JMException {
    Object histogram =
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "gcClassHistogram",
                new Object[] {new String[] {"-all"}},
                new String[] {String[].class.getName()});
    long objects = 0;
    Matcher line = HISTOGRAM_LINE.matcher(histogram.toString());
    while (line.find()) {
      objects += FILLER_CLASS.matcher(line.group(2)).matches() ? 0 : Long.parseLong(line.group(1));
    }
    return objects;
  }
}
