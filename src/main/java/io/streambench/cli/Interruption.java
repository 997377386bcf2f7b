package io.streambench.cli;

import io.streambench.base.files.ExitHook;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A handler that turns Ctrl-C into a request to finish the work. The JVM exits only after {@link
 * #close}.
 */
final class Interruption implements AutoCloseable {
  /** The maximum delay of the JVM's exit, which is enough for a heap inspection. */
  private static final long MAX_WAIT_MINUTES = 20;

  private final CountDownLatch requestLatch = new CountDownLatch(1);
  private final CountDownLatch closeLatch = new CountDownLatch(1);
  private final ExitHook exitHook = ExitHook.register(this::onInterrupt);

  private void onInterrupt() {
    requestLatch.countDown();
    try {
      closeLatch.await(MAX_WAIT_MINUTES, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  boolean isRequested() {
    return requestLatch.getCount() == 0;
  }

  /** Waits for {@code millis} or until Ctrl-C; returns whether Ctrl-C was pressed. */
  boolean await(long millis) throws InterruptedException {
    return requestLatch.await(millis, TimeUnit.MILLISECONDS);
  }

  /** Waits for {@code millis} or until this object is closed; returns whether it was closed. */
  boolean awaitClose(long millis) throws InterruptedException {
    return closeLatch.await(millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    closeLatch.countDown();
    exitHook.cancelWork();
  }
}
