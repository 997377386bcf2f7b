package io.streambench.bench.load;

import io.streambench.config.LoadRate;
import io.streambench.results.LoadFile;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The figures of one fork's loads, one after the other, and their cost for the client. */
final class CountedLoads {
  /** This part of a load that goes on for a time does not count: not all threads are busy yet. */
  private static final double SETTLING = 0.25;

  private static final double LONGEST_SETTLING = 2;

  private final List<LoadCounter> counted = new ArrayList<>();
  private volatile LoadCounter current = new LoadCounter();
  private LoadCounter last = new LoadCounter();
  private boolean currentCounted;
  private final LoadCounter all = new LoadCounter();
  private ClientMeter meter;
  private ClientMeter.Cost cost = new ClientMeter.Cost(0, 0, 0, 0);

  /** A load begins. Its seconds are 0 if it ends when all is sent. */
  synchronized void begins(boolean measured, double seconds) {
    // Made before the heap is measured: what counts belongs to both sides of it.
    LoadCounter counter = new LoadCounter();
    currentCounted = measured;
    if (measured && meter == null) {
      meter = new ClientMeter();
    }
    if (seconds > 0) {
      double settling = Math.min(LONGEST_SETTLING, SETTLING * seconds);
      counter =
          new LoadCounter(
              System.nanoTime() + nanos(settling), nanos(Math.max(0.001, seconds - settling)));
    }
    current = counter;
  }

  private static long nanos(double seconds) {
    return (long) (seconds * 1e9);
  }

  LoadCounter current() {
    return current;
  }

  synchronized void ends() {
    last = current;
    if (currentCounted) {
      counted.add(last);
      cost = meter.end();
    }
    all.add(last);
  }

  synchronized boolean measured() {
    return !counted.isEmpty();
  }

  synchronized LoadCounter last() {
    return last;
  }

  synchronized LoadCounter all() {
    return all;
  }

  synchronized LoadFile file(int inFlight, LoadRate rate, int connections) {
    LoadCounter sum = new LoadCounter();
    counted.forEach(sum::add);
    Map<String, String> parts = new TreeMap<>();
    sum.parts().forEach((name, part) -> parts.put(name, LoadFile.encoded(part)));
    return new LoadFile(
        rate.perSecond().isPresent() ? 0 : inFlight,
        sum.succeeded() + sum.failed(),
        sum.failuresByKind(),
        counted.stream().mapToDouble(LoadCounter::seconds).sum(),
        connections,
        cost.heapBeforeBytes(),
        cost.heapAfterBytes(),
        (double) cost.allocatedBytes() / Math.max(1, sum.allSent()),
        cost.cpu(),
        LoadFile.encoded(sum.latencies()),
        parts,
        sum.bytesSent(),
        sum.bytesReceived(),
        rate.perSecond().orElse(0),
        sum.behindMillis());
  }

  /** Measures the cost of a load for the JVM that sends it. Not thread-safe. */
  private static final class ClientMeter {
    private final com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final com.sun.management.OperatingSystemMXBean system =
        (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final long heapBefore;
    private final long allocatedBefore;
    private final long cpuNanosBefore;
    private final long nanosBefore;

    ClientMeter() {
      this.heapBefore = heapAfterCollection();
      this.allocatedBefore = allocated();
      this.cpuNanosBefore = system.getProcessCpuTime();
      this.nanosBefore = System.nanoTime();
    }

    /** The cost of the load; the CPU as a part of all processors, from 0 to 1. */
    record Cost(long heapBeforeBytes, long heapAfterBytes, long allocatedBytes, double cpu) {}

    Cost end() {
      long allocated = Math.max(0, allocated() - allocatedBefore);
      double cpuNanos = system.getProcessCpuTime() - cpuNanosBefore;
      double available =
          (double) (System.nanoTime() - nanosBefore) * Runtime.getRuntime().availableProcessors();
      return new Cost(heapBefore, heapAfterCollection(), allocated, cpuNanos / available);
    }

    /**
     * Bytes allocated by all threads that are alive; those of the load live before and after it.
     */
    private long allocated() {
      long sum = 0;
      for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
        sum += Math.max(0, bytes);
      }
      return sum;
    }

    private static long heapAfterCollection() {
      System.gc();
      return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
  }
}
