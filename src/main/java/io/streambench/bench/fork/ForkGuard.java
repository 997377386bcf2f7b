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
  private static final String FORKED_MAIN = "org.openjdk.jmh.runner.ForkedMain";
  private static final String MAIN_THREAD = "main";

  private static final long HALT_DELAY_MILLIS = 10_000;

  private static final List<Awaited> AWAITED_THREADS = new CopyOnWriteArrayList<>();
  private static boolean installed;

  private ForkGuard() {}

  public static boolean inFork() {
    return System.getProperty("sun.java.command", "").startsWith(FORKED_MAIN);
  }

  /** Starts watching the parent process and the main thread if this JVM is a fork. */
  public static synchronized void install() {
    if (installed || !inFork()) {
      return;
    }
    installed = true;
    ProcessHandle.current().parent().ifPresent(ForkGuard::exitWhenEnded);
    Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(MAIN_THREAD))
        .findFirst()
        .ifPresent(ForkGuard::exitAfter);
  }

  private static void exitWhenEnded(ProcessHandle parent) {
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
    AWAITED_THREADS.add(new Awaited(thread, millis));
  }

  private record Awaited(Thread thread, long millis) {}

  /**
   * Exits after the main thread and the awaited threads have ended. By then JMH has sent all
   * results; its shutdown hook informs the parent that the fork is done.
   */
  private static void exitAfter(Thread main) {
    Threads.start(
        "streambench-fork-exit",
        () -> {
          try {
            main.join();
            for (Awaited awaited : AWAITED_THREADS) {
              awaited.thread.join(awaited.millis);
            }
            System.exit(0);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }
}
