package io.streambench.cli;

import io.streambench.files.AtExit;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ctrl-C as the end of a work that then finishes in order; the JVM waits for that. */
final class Interruption implements AutoCloseable {
  /** A look into a heap takes that long at most where the silence to be shown is long. */
  private static final long PATIENCE_MINUTES = 20;

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch done = new CountDownLatch(1);
  private final AtExit hook = AtExit.run(this::interrupted);

  private void interrupted() {
    asked.countDown();
    try {
      done.await(PATIENCE_MINUTES, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  boolean asked() {
    return asked.getCount() == 0;
  }

  /** Waits for so long, or until the end is asked for, and returns whether it was. */
  boolean awaited(long millis) throws InterruptedException {
    return asked.await(millis, TimeUnit.MILLISECONDS);
  }

  /** Waits for so long, or until this is closed, and returns whether it was. */
  boolean awaitedClose(long millis) throws InterruptedException {
    return done.await(millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    done.countDown();
    hook.cancel();
  }
}
