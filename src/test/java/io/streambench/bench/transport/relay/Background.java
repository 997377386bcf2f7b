package io.streambench.bench.transport.relay;

import java.util.concurrent.CompletableFuture;

/** Runs the work of the other end in a background thread. */
final class Background {
  interface Task {
    void run() throws Exception;
  }

  private Background() {}

  static CompletableFuture<Void> run(Task task) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
                done.complete(null);
              } catch (Exception e) {
                done.completeExceptionally(e);
              }
            },
            "test-background");
    thread.setDaemon(true);
    thread.start();
    return done;
  }
}
