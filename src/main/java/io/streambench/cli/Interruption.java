package io.streambench.cli;

import io.streambench.base.files.ExitHook;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Turns Ctrl-C into a request to finish the work. The JVM exits only after {@link #close}. */
final class Interruption implements AutoCloseable {
  /** Maximum delay of the JVM's exit, which is enough for a heap inspection. */
  private static final long MAX_WAIT_MINUTES = 20;

  private final CountDownLatch requested = new CountDownLatch(1);
  private final CountDownLatch done = new CountDownLatch(1);
  private final ExitHook hook = ExitHook.register(this::onInterrupt);

  private void onInterrupt() {
    requested.countDown();
    try {
      done.await(MAX_WAIT_MINUTES, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  boolean isRequested() {
    return requested.getCount() == 0;
  }

  /** Waits for {@code millis} or until Ctrl-C; returns whether Ctrl-C was pressed. */
  boolean await(long millis) throws InterruptedException {
    return requested.await(millis, TimeUnit.MILLISECONDS);
  }

  /** Waits for {@code millis} or until this object is closed; returns whether it was closed. */
  boolean awaitClose(long millis) throws InterruptedException {
    return done.await(millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    done.countDown();
    hook.cancelWork();
  }
}
