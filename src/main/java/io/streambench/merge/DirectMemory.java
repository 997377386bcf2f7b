package io.streambench.merge;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The direct memory of this JVM, where Jetty's client keeps what has arrived and was not read yet.
 * Jetty keeps most of what it has once taken for later use, so looking now and then is enough.
 */
final class DirectMemory {
  private final BufferPoolMXBean pool =
      ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
          .filter(one -> one.getName().equals("direct"))
          .findFirst()
          .orElseThrow();

  private final AtomicLong mostBytes = new AtomicLong();

  /** Looks at it now. */
  void look() {
    mostBytes.accumulateAndGet(pool.getMemoryUsed(), Math::max);
  }

  /** Returns the most bytes that it had whenever somebody looked, now included. */
  long most() {
    look();
    return mostBytes.get();
  }
}
