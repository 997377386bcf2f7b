package io.streambench.strategy;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/** The direct memory of this JVM, which holds network buffers. */
public final class DirectMemory {
  private DirectMemory() {}

  /**
   * Returns the limit in bytes: {@code -XX:MaxDirectMemorySize} or, if that is not set, the maximum
   * heap size.
   */
  public static long limitBytes() {
    try {
      HotSpotDiagnosticMXBean options =
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      long maxDirectMemory = Long.parseLong(options.getVMOption("MaxDirectMemorySize").getValue());
      return maxDirectMemory > 0 ? maxDirectMemory : Runtime.getRuntime().maxMemory();
    } catch (RuntimeException | LinkageError e) { // another JVM, or a security policy forbids it
      return Runtime.getRuntime().maxMemory();
    }
  }

  /** Returns the direct memory in use, in bytes. */
  public static long usedBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }
}
