package io.streambench.base.files;

/**
 * Work that runs if the JVM exits in an orderly way, such as after SIGTERM, unless this hook is
 * closed first. The work does not run if the JVM was already exiting at registration, or if a
 * security manager forbids shutdown hooks.
 *
 * @param isJvmExiting whether the JVM was already exiting, so that the work will not run
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

  /** Cancels the work. Returns false if the JVM is already exiting and therefore does the work. */
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
