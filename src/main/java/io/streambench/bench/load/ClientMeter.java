package io.streambench.bench.load;

import java.lang.management.ManagementFactory;

/** Measures the cost of a load for the JVM that sends it. Not thread-safe. */
final class ClientMeter {
  private final com.sun.management.ThreadMXBean threads =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final com.sun.management.OperatingSystemMXBean system =
      (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final long heapBefore;
  private final long allocatedBefore;
  private final long cpuNanosBefore;
  private final long nanosBefore;

  /** Collects garbage, and begins to count. */
  ClientMeter() {
    this.heapBefore = heapAfterCollection();
    this.allocatedBefore = allocated();
    this.cpuNanosBefore = system.getProcessCpuTime();
    this.nanosBefore = System.nanoTime();
  }

  /**
   * The measured cost of the load.
   *
   * @param cpu part of all processors, from 0 to 1
   */
  record Cost(long heapBeforeBytes, long heapAfterBytes, long allocatedBytes, double cpu) {}

  /** Counts, and then collects garbage. */
  Cost end() {
    long allocated = Math.max(0, allocated() - allocatedBefore);
    double cpuNanos = system.getProcessCpuTime() - cpuNanosBefore;
    double available =
        (double) (System.nanoTime() - nanosBefore) * Runtime.getRuntime().availableProcessors();
    return new Cost(heapBefore, heapAfterCollection(), allocated, cpuNanos / available);
  }

  /** Bytes allocated by all threads that are alive; those of the load live before and after it. */
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
