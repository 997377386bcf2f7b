package io.streambench.diagnose.release;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * Frees unused direct buffers by a garbage collection. The JVM itself does so only at the limit of
 * direct memory ({@code java.nio.Bits.reserveMemory}).
 */
final class Garbage {
  /** Collecting a heap with this many bytes in use takes less than a second. */
  private static final long MOST_STOPPED_BYTES = 1L << 30;

  private static final Duration BETWEEN = Duration.ofSeconds(20);

  private long lastNanos = System.nanoTime() - BETWEEN.toNanos();

  /** Collects garbage, unless it just did or the pause would be long; returns whether it did. */
  boolean collect(long nowNanos) {
    if (nowNanos - lastNanos < BETWEEN.toNanos() || !mayCollect()) {
      return false;
    }
    lastNanos = nowNanos;
    System.gc();
    return true;
  }

  private static boolean mayCollect() {
    Runtime jvm = Runtime.getRuntime();
    return !has("DisableExplicitGC")
        && (jvm.totalMemory() - jvm.freeMemory() < MOST_STOPPED_BYTES
            || has("ExplicitGCInvokesConcurrent")); // Solr's own scripts set it
  }

  private static boolean has(String option) {
    try {
      return Boolean.parseBoolean(
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
              .getVMOption(option)
              .getValue());
    } catch (RuntimeException | LinkageError e) { // another JVM
      return false;
    }
  }
}
