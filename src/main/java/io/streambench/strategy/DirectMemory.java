package io.streambench.strategy;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/** The direct memory of this JVM, in which network buffers lie. */
public final class DirectMemory {
  private DirectMemory() {}

  /**
   * The most that the JVM may use, in bytes: {@code -XX:MaxDirectMemorySize}, by default as much as
   * the heap ({@code jdk.internal.misc.VM.maxDirectMemory}).
   */
  public static long limitBytes() {
    try {
      HotSpotDiagnosticMXBean options =
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      long set = Long.parseLong(options.getVMOption("MaxDirectMemorySize").getValue());
      return set > 0 ? set : Runtime.getRuntime().maxMemory();
    } catch (RuntimeException | LinkageError e) { // another JVM, or a policy that forbids to ask
      return Runtime.getRuntime().maxMemory();
    }
  }

  /** The bytes in use. */
  public static long usedBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }
}
