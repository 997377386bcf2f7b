package io.streambench.base.files;

/** Threads that do not keep the JVM alive. */
public final class Threads {
  private Threads() {}

  /** Creates a daemon thread, which the caller starts. */
  public static Thread daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Starts a daemon thread. */
  public static Thread start(String name, Runnable work) {
    Thread thread = daemon(name, work);
    thread.start();
    return thread;
  }

  /** Runs the work on a new daemon thread, and waits until it ends, for at most {@code millis}. */
  public static void startAndAwait(String name, Runnable work, long millis) {
    try {
      start(name, work).join(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
