package io.streambench.files;

/**
 * Work for the case that the JVM ends in order, as by SIGTERM, before this is closed. Where it is
 * ending already, nothing is done: then a shutdown hook is at work, and has the last word. Nor is
 * it where a security manager forbids hooks.
 */
public final class AtExit implements AutoCloseable {
  private final Thread hook;
  private final boolean tooLate;

  private AtExit(Thread hook, boolean tooLate) {
    this.hook = hook;
    this.tooLate = tooLate;
  }

  /** Has that work done unless the result is closed before. */
  public static AtExit run(Runnable work) {
    Thread hook = new Thread(work, "streambench-at-exit");
    boolean tooLate = false;
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException e) {
      tooLate = true;
    } catch (SecurityException e) {
      // it may not be told
    }
    return new AtExit(hook, tooLate);
  }

  /** Returns whether the JVM was ending already: then nobody will do the work. */
  public boolean isTooLate() {
    return tooLate;
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
