package io.streambench.bench.fork;

/**
 * Where there are no forks, runs follow each other in one JVM, of one benchmark or of several: one
 * that stalled or failed is still being closed when the next one opens, and that has to wait.
 */
public final class LastRun {
  private static Runnable closing = () -> {};

  private LastRun() {}

  /** Closes it, if that has not been done; returns when it is. */
  public static synchronized void close() {
    closing.run();
    closing = () -> {};
  }

  /**
   * Another one is open now.
   *
   * @param close closes it, however often it is called
   */
  public static synchronized void opened(Runnable close) {
    closing = close;
  }
}
