package io.streambench.diagnose.release;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * Frees unused direct buffers by triggering garbage collections. The JVM itself triggers a garbage
 * collection only when direct memory is exhausted ({@code java.nio.Bits.reserveMemory}).
 */
final class GarbageCollectionTrigger {
  /** The maximum heap usage in bytes for which a garbage collection takes less than a second. */
  private static final long MAX_USED_HEAP_BYTES = 1L << 30;

  private static final Duration MIN_INTERVAL = Duration.ofSeconds(20);

  private long lastCollectionNanos = System.nanoTime() - MIN_INTERVAL.toNanos();

  /**
   * Triggers a garbage collection unless the last one was too recent, or a collection would be
   * slow. Returns whether a collection was triggered.
   */
  boolean collect(long nowNanos) {
    if (nowNanos - lastCollectionNanos < MIN_INTERVAL.toNanos() || !isCollectionFast()) {
      return false;
    }
    lastCollectionNanos = nowNanos;
    System.gc();
    return true;
  }

  private static boolean isCollectionFast() {
    Runtime jvm = Runtime.getRuntime();
    return !isEnabled("DisableExplicitGC")
        && (jvm.totalMemory() - jvm.freeMemory() < MAX_USED_HEAP_BYTES
            || isEnabled("ExplicitGCInvokesConcurrent")); // Solr's own scripts set it
  }

  private static boolean isEnabled(String option) {
    try {
      return Boolean.parseBoolean(
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
              .getVMOption(option)
              .getValue());
    } catch (RuntimeException | LinkageError e) { // not HotSpot
      return false;
    }
  }
}
