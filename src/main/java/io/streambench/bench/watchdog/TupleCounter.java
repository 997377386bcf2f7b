package io.streambench.bench.watchdog;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The number of tuples that one operation has read. The reading thread updates it with opaque
 * stores.
 */
public final class TupleCounter {
  private final AtomicLong tuples = new AtomicLong();

  public void increment() {
    set(tuples.getPlain() + 1);
  }

  public void set(long count) {
    tuples.setOpaque(count);
  }

  public long get() {
    return tuples.getOpaque();
  }
}
