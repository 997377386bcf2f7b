package io.streambench.bench.load;

import io.streambench.bench.cluster.Cluster;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** The figures of a fork's successive loads, and of the client resources that they used. */
final class ForkLoads {
  /**
   * The initial fraction of a timed load that is not counted, because some threads are not yet
   * busy.
   */
  private static final double SETTLING_FRACTION = 0.25;

  private static final double MAX_SETTLING_SECONDS = 2;

  private final List<LoadCounter> measuredLoads = new ArrayList<>();
  private volatile LoadCounter currentLoad = new LoadCounter();
  private boolean isCurrentMeasured;
  private final LoadCounter totalLoad = new LoadCounter();
  private ResourceUsage usageBefore = new ResourceUsage(0, 0, 0, 0);
  private ResourceUsage usageAfter = usageBefore;

  /** Begins a load or a warm-up; {@code seconds} is 0 if the number of requests is fixed. */
  synchronized void begin(boolean isMeasured, double seconds) {
    // Created before the heap is measured, so that both measurements include the counter.
    LoadCounter counter = new LoadCounter();
    isCurrentMeasured = isMeasured;
    if (isMeasured && usageBefore.timeNanos == 0) {
      usageBefore = ResourceUsage.read(Cluster.heapBytesAfterCollection());
    }
    if (seconds > 0) {
      double settling = Math.min(MAX_SETTLING_SECONDS, SETTLING_FRACTION * seconds);
      counter =
          new LoadCounter(
              System.nanoTime() + toNanos(settling), toNanos(Math.max(0.001, seconds - settling)));
    }
    currentLoad = counter;
  }

  private static long toNanos(double seconds) {
    return (long) (seconds * 1e9);
  }

  /** Returns the counter of the current load or, between two loads, of the previous load. */
  LoadCounter currentLoad() {
    return currentLoad;
  }

  synchronized void end() {
    if (isCurrentMeasured) {
      measuredLoads.add(currentLoad);
      ResourceUsage end = ResourceUsage.read(0);
      usageAfter =
          new ResourceUsage(
              Cluster.heapBytesAfterCollection(), end.allocatedBytes, end.cpuNanos, end.timeNanos);
    }
    totalLoad.add(currentLoad);
  }

  synchronized boolean hasMeasuredLoads() {
    return !measuredLoads.isEmpty();
  }

  synchronized LoadCounter totalLoad() {
    return totalLoad;
  }

  synchronized LoadFile toLoadFile(int inFlight, OptionalDouble rate, int connections) {
    LoadCounter sum = new LoadCounter();
    measuredLoads.forEach(sum::add);
    Map<String, String> parts = new TreeMap<>();
    sum.latenciesByPart.forEach((name, part) -> parts.put(name, LoadFile.encode(part)));
    return new LoadFile(
        rate.isPresent() ? 0 : inFlight,
        sum.succeededCount() + sum.failedCount(),
        sum.failuresByKind(),
        measuredLoads.stream().mapToDouble(LoadCounter::seconds).sum(),
        connections,
        usageBefore.heapBytes,
        usageAfter.heapBytes,
        Math.max(0.0, usageAfter.allocatedBytes - usageBefore.allocatedBytes)
            / Math.max(1, sum.sentCount.sum()),
        usageBefore.cpuShareUntil(usageAfter),
        LoadFile.encode(sum.latencies()),
        parts,
        sum.bytesSent.sum(),
        sum.bytesReceived.sum(),
        rate.orElse(0),
        sum.maxDelayMillis());
  }

  /** The used heap after a garbage collection, and this JVM's allocations and CPU time so far. */
  private record ResourceUsage(long heapBytes, long allocatedBytes, long cpuNanos, long timeNanos) {
    /**
     * Reads the current values, except for the given {@code heapBytes}. Allocations are known only
     * for live threads, which include the threads of a load that has just ended.
     */
    static ResourceUsage read(long heapBytes) {
      var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
      var system =
          (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
      long allocated = 0;
      for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
        allocated += Math.max(0, bytes);
      }
      return new ResourceUsage(heapBytes, allocated, system.getProcessCpuTime(), System.nanoTime());
    }

    /**
     * Returns the share of all processors, from 0 to 1, that this JVM used between this reading and
     * {@code later}.
     */
    double cpuShareUntil(ResourceUsage later) {
      double available =
          (double) (later.timeNanos - timeNanos) * Runtime.getRuntime().availableProcessors();
      return available == 0 ? 0 : (later.cpuNanos - cpuNanos) / available;
    }
  }
}
