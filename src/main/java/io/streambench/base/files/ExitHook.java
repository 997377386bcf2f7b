package io.streambench.base.files;

/**
 * A shutdown hook that can be cancelled. The hook does not run if the JVM was already exiting at
 * registration, or if a security manager forbids shutdown hooks.
 *
 * @param isJvmExiting whether the JVM was already exiting at registration
 */
public record ExitHook(Thread hook, boolean isJvmExiting) implements AutoCloseable {
  /** Registers work that runs when the JVM exits, unless the returned hook is closed first. */
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

  /** Cancels the work. Returns false if the JVM is already exiting, in which case the work runs. */
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

  /** Cancels the work. If the JVM is already exiting, waits until the work is done. */
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
