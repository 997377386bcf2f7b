package io.streambench.bench.fork;

/**
 * Closes the last run before the next one opens. Without forks, the runs of one or more benchmarks
 * follow each other in one JVM. One that stalled or failed may still be closing when the next one
 * opens, which has to wait.
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
