package io.streambench.base.files;

/**
 * Work for the case that the JVM ends in order, as by SIGTERM, before this is closed. It is not
 * done where the JVM is ending already, or where a security manager forbids shutdown hooks.
 *
 * @param isJvmExiting whether the JVM was ending already: the work will not be done
 */
public record ExitHook(Thread hook, boolean isJvmExiting) implements AutoCloseable {
  /** Has that work done unless the result is closed before. */
  public static ExitHook register(Runnable work) {
    Thread hook = new Thread(work, "streambench-at-exit");
    try {
      Runtime.getRuntime().addShutdownHook(hook);
      return new ExitHook(hook, false);
    } catch (IllegalStateException e) {
      return new ExitHook(hook, true);
    } catch (SecurityException e) {
      return new ExitHook(hook, false);
    }
  }

  /** Drops the work; returns false if the JVM is ending, and with it the work is done. */
  public boolean cancelWork() {
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
    if (!cancelWork()) {
      try {
        hook.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    cancelWork();
  }
}
