package io.streambench.bench;

/**
 * Sees to it that a fork ends when it should. JMH waits for every thread of a fork, and Solr and
 * Jetty leave some behind, above all after a stall; and a fork whose parent was killed would go on
 * indexing for nobody, since JMH notices only when it next has something to say.
 */
final class ForkGuard {
  private static final String FORKED_MAIN = "org.openjdk.jmh.runner.ForkedMain";
  private static final String MAIN_THREAD = "main";

  private static boolean installed;

  private ForkGuard() {}

  /** Whether this JVM was started by JMH for one run. */
  static boolean inFork() {
    return System.getProperty("sun.java.command", "").startsWith(FORKED_MAIN);
  }

  /** Begins to watch, in a fork; does nothing elsewhere, where others decide about the JVM. */
  static synchronized void install() {
    if (installed || !inFork()) {
      return;
    }
    installed = true;
    ProcessHandle.current()
        .parent()
        .ifPresent(parent -> parent.onExit().thenRun(() -> System.exit(1)));
    Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(MAIN_THREAD))
        .findFirst()
        .ifPresent(ForkGuard::exitAfter);
  }

  /** When main has returned, JMH has handed over all results; its shutdown hook says goodbye. */
  private static void exitAfter(Thread main) {
    Thread exit =
        new Thread(
            () -> {
              try {
                main.join();
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
