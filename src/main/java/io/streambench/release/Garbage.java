package io.streambench.release;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * Unused direct buffers count until their garbage is collected. The JVM has that done itself once
 * the limit is reached ({@code java.nio.Bits.reserveMemory}); here it is done before.
 */
final class Garbage {
  /** A heap with so much in use is collected in less than a second. */
  private static final long MOST_STOPPED_BYTES = 1L << 30;

  private static final Duration BETWEEN = Duration.ofSeconds(20);

  private long lastNanos = System.nanoTime() - BETWEEN.toNanos();

  /** Has garbage collected if that does not stop the JVM for long; returns whether it did. */
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
