package io.streambench.bench.fork;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * Sees to it that a fork ends when it should. JMH waits for every thread of a fork, and Solr and
 * Jetty leave some behind, above all after a stall; and a fork whose parent was killed would go on
 * indexing, since JMH notices only when it next has something to say.
 */
public final class ForkGuard {
  private static final String FORKED_MAIN = "org.openjdk.jmh.runner.ForkedMain";
  private static final String MAIN_THREAD = "main";

  private static final long HALT_MILLIS = 10_000;

  private static final List<Awaited> AWAITED = new CopyOnWriteArrayList<>();
  private static boolean installed;

  private ForkGuard() {}

  public static boolean inFork() {
    return System.getProperty("sun.java.command", "").startsWith(FORKED_MAIN);
  }

  /** Begins to watch, in a fork; does nothing elsewhere, where others decide about the JVM. */
  public static synchronized void install() {
    if (installed || !inFork()) {
      return;
    }
    installed = true;
    ProcessHandle.current().parent().ifPresent(ForkGuard::exitWith);
    Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(MAIN_THREAD))
        .findFirst()
        .ifPresent(ForkGuard::exitAfter);
  }

  private static void exitWith(ProcessHandle parent) {
    var unused = parent.onExit().thenRun(ForkGuard::exitNow);
  }

  /** Exits in order, and halts if that takes ten seconds: with a full heap it may never be done. */
  private static void exitNow() {
    Thread halt =
        new Thread(
            () -> {
              try {
                TimeUnit.MILLISECONDS.sleep(HALT_MILLIS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              Runtime.getRuntime().halt(1);
            },
            "streambench-fork-halt");
    halt.setDaemon(true);
    halt.start();
    System.exit(1);
  }

  /** Lets a thread come to its end before the fork does, if that does not take too long. */
  public static void await(Thread thread, long millis) {
    AWAITED.add(new Awaited(thread, millis));
  }

  private record Awaited(Thread thread, long millis) {}

  /**
   * Exits after main and the awaited threads. JMH has handed over all results when main has
   * returned, and its shutdown hook says goodbye.
   */
  private static void exitAfter(Thread main) {
    Thread exit =
        new Thread(
            () -> {
              try {
                main.join();
                for (Awaited awaited : AWAITED) {
                  awaited.thread.join(awaited.millis);
                }
                System.exit(0);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "streambench-fork-exit");
    exit.setDaemon(true);
    exit.start();
  }
}
