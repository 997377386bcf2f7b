package io.streambench.cli;

import io.streambench.base.files.AtExit;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Turns Ctrl-C into a request to finish the work; the JVM waits for that before it exits. */
final class Interruption implements AutoCloseable {
  /** The maximum duration of a look into a heap with a long silence. */
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

  /** Waits for this time or until Ctrl-C; returns whether it was pressed. */
  boolean awaited(long millis) throws InterruptedException {
    return asked.await(millis, TimeUnit.MILLISECONDS);
  }

  /** Waits for this time or until this is closed; returns whether it was closed. */
  boolean awaitedClose(long millis) throws InterruptedException {
    return done.await(millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    done.countDown();
    hook.cancel();
  }
}
