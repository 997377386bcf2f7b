package io.streambench.program;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for conditions that must be polled. The time limit is that of the test. */
public final class Until {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** A condition to wait for. */
  @FunctionalInterface
  public interface Condition {
    boolean holds() throws Exception;
  }

  private Until() {}

  /** Polls until the condition holds. */
  public static void isTrue(Condition condition) throws Exception {
    while (!condition.holds()) {
      if (Thread.interrupted()) {
        throw new InterruptedException("it never came to that");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }
}
