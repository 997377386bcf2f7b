package io.streambench.diagnose.release;

import io.streambench.diagnose.live.ClientSession;
import io.streambench.strategy.DirectMemory;

/** The memory that holds a session's unread data. */
enum BufferMemory {
  /** Jetty's default. */
  DIRECT {
    @Override
    long limitBytes() {
      return DirectMemory.limitBytes();
    }

    @Override
    long usedBytes() {
      return DirectMemory.usedBytes();
    }
  },
  /** For a client without direct buffers. Garbage counts as used. */
  HEAP {
    @Override
    long limitBytes() {
      return Runtime.getRuntime().maxMemory();
    }

    @Override
    long usedBytes() {
      return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
  };

  static BufferMemory of(ClientSession session) {
    return session.usesDirectMemory() ? DIRECT : HEAP;
  }

  abstract long limitBytes();

  abstract long usedBytes();
}
