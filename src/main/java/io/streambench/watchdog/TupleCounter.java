package io.streambench.watchdog;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Tuples that one operation has read so far. Written by its reader alone, read by the watchdog; an
 * increment costs a plain store.
 */
public final class TupleCounter {
  private static final VarHandle TUPLES;

  static {
    try {
      TUPLES = MethodHandles.lookup().findVarHandle(TupleCounter.class, "tuples", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private long tuples;

  /** One more. */
  public void increment() {
    TUPLES.setOpaque(this, tuples + 1);
  }

  /** Sets how many so far. */
  public void set(long read) {
    TUPLES.setOpaque(this, read);
  }

  /** The number of tuples read so far. */
  public long get() {
    return (long) TUPLES.getOpaque(this);
  }
}
