package io.streambench.base.files;

/**
 * Work for the case that the JVM ends in order, as by SIGTERM, before this is closed. It is not
 * done where the JVM is ending already, or where a security manager forbids shutdown hooks.
 *
 * @param isTooLate whether the JVM was ending already: the work will not be done
 */
public record AtExit(Thread hook, boolean isTooLate) implements AutoCloseable {
  /** Has that work done unless the result is closed before. */
  public static AtExit run(Runnable work) {
    Thread hook = new Thread(work, "streambench-at-exit");
    try {
      Runtime.getRuntime().addShutdownHook(hook);
      return new AtExit(hook, false);
    } catch (IllegalStateException e) {
      return new AtExit(hook, true);
    } catch (SecurityException e) {
      return new AtExit(hook, false);
    }
  }

  /** Drops the work; returns false if the JVM is ending, and with it the work is done. */
  public boolean cancel() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
      return true;
    } catch (IllegalStateException e) {
      return false;
    } catch (SecurityException e) {
      return true;
    }
  }

  /** Drops the work; if the JVM is ending, waits for it instead, as it then has the last word. */
  public void cancelOrAwait() {
    if (!cancel()) {
      try {
        hook.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    cancel();
  }
}
