package io.streambench.base.files;

/** Creates daemon threads, which do not keep the JVM alive. */
public final class Threads {
  private Threads() {}

  /** Creates a daemon thread without starting it. */
  public static Thread daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Creates and starts a daemon thread. */
  public static Thread start(String name, Runnable work) {
    Thread thread = daemon(name, work);
    thread.start();
    return thread;
  }

  /**
   * Runs the work on a new daemon thread, and waits at most {@code millis} milliseconds for its
   * end.
   */
  public static void startAndAwait(String name, Runnable work, long millis) {
    try {
      start(name, work).join(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
