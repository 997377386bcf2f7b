package io.streambench.diagnose.release;

import io.streambench.diagnose.live.ClientSession;
import io.streambench.strategy.DirectMemory;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/** The memory that holds a session's unread data. */
public enum BufferMemory {
  /** Jetty's default. */
  DIRECT {
    @Override
    public long limitBytes() {
      return DirectMemory.limitBytes();
    }

    @Override
    public long usedBytes() {
      return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
          .filter(pool -> pool.getName().equals("direct"))
          .mapToLong(BufferPoolMXBean::getMemoryUsed)
          .sum();
    }
  },
  /** For a client without direct buffers. Garbage counts as used. */
  HEAP {
    @Override
    public long limitBytes() {
      return Runtime.getRuntime().maxMemory();
    }

    @Override
    public long usedBytes() {
      return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
  };

  static BufferMemory of(ClientSession session) {
    return session.usesDirectMemory() ? DIRECT : HEAP;
  }

  public abstract long limitBytes();

  public abstract long usedBytes();
}
