package io.streambench.files;

/**
 * Work for the case that the JVM ends in order, as by SIGTERM, before this is closed. Where it is
 * ending already, nothing is done: then a shutdown hook is at work, and has the last word. Nor is
 * it where a security manager forbids hooks.
 */
public final class AtExit implements AutoCloseable {
  private final Thread hook;

  private AtExit(Thread hook) {
    this.hook = hook;
  }

  /** Has that work done unless the result is closed before. */
  public static AtExit run(Runnable work) {
    Thread hook = new Thread(work, "streambench-at-exit");
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException | SecurityException e) {
      // it is ending, or may not be told
    }
    return new AtExit(hook);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException | SecurityException e) {
      // too late: the work is done or about to be; or it was never told
    }
  }
}
