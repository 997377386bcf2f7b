package io.streambench.bench.fork;

import io.streambench.base.files.Threads;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * Makes sure that a fork ends in time. JMH waits for every thread of a fork, but Solr and Jetty
 * leave threads running, mostly after a stall. A fork whose parent was killed would also keep
 * running, since JMH notices the parent's end only when the fork next writes to the parent.
 */
public final class ForkGuard {
  private static final String FORKED_MAIN_CLASS = "org.openjdk.jmh.runner.ForkedMain";
  private static final String MAIN_THREAD_NAME = "main";

  private static final long HALT_DELAY_MILLIS = 10_000;

  private static final List<AwaitedThread> AWAITED_THREADS = new CopyOnWriteArrayList<>();
  private static boolean isInstalled;

  private ForkGuard() {}

  public static boolean isInFork() {
    return System.getProperty("sun.java.command", "").startsWith(FORKED_MAIN_CLASS);
  }

  /** Starts watching the parent process and the main thread if this JVM is a fork. */
  public static synchronized void install() {
    if (isInstalled || !isInFork()) {
      return;
    }
    isInstalled = true;
    ProcessHandle.current().parent().ifPresent(ForkGuard::exitWhenParentEnds);
    Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(MAIN_THREAD_NAME))
        .findFirst()
        .ifPresent(ForkGuard::exitAfterMainThread);
  }

  private static void exitWhenParentEnds(ProcessHandle parent) {
    var unused = parent.onExit().thenRun(ForkGuard::exitNow);
  }

  /** Exits the JVM, and halts it after ten seconds, since an exit may hang with a full heap. */
  private static void exitNow() {
    Threads.start(
        "streambench-fork-halt",
        () -> {
          try {
            TimeUnit.MILLISECONDS.sleep(HALT_DELAY_MILLIS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          Runtime.getRuntime().halt(1);
        });
    System.exit(1);
  }

  /** Makes the fork wait up to {@code millis} for {@code thread} before it exits. */
  public static void awaitBeforeExit(Thread thread, long millis) {
    AWAITED_THREADS.add(new AwaitedThread(thread, millis));
  }

  private record AwaitedThread(Thread thread, long timeoutMillis) {}

  /**
   * Exits after the main thread and the awaited threads have ended. By then JMH has sent all
   * results; its shutdown hook informs the parent that the fork is done.
   */
  private static void exitAfterMainThread(Thread main) {
    Threads.start(
        "streambench-fork-exit",
        () -> {
          try {
            main.join();
            for (AwaitedThread awaited : AWAITED_THREADS) {
              awaited.thread.join(awaited.timeoutMillis);
            }
            System.exit(0);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }
}
