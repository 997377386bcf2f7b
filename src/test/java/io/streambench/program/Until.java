package io.streambench.program;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for what only a look can show, however long that takes: a test that hangs is given up. */
public final class Until {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** A look at what is awaited. */
  @FunctionalInterface
  public interface Look {
    boolean isSo() throws Exception;
  }

  private Until() {}

  /** Looks until it is so. */
  public static void isSo(Look look) throws Exception {
    while (!look.isSo()) {
      if (Thread.interrupted()) {
        throw new InterruptedException("it never came to that");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }
}
