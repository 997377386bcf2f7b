package io.streambench.strategy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** The same done many times, by several threads. */
final class Parallel {
  private Parallel() {}

  /** One of many, by its number. */
  interface Task {
    void run(int number) throws Exception;
  }

  /**
   * Returns when all are done.
   *
   * @throws Exception the first that one of them has thrown
   */
  static void run(int threads, int tasks, Task task) throws Exception {
    AtomicInteger next = new AtomicInteger();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Void>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        Callable<Void> worker =
            () -> {
              for (int n = next.getAndIncrement(); n < tasks; n = next.getAndIncrement()) {
                task.run(n);
              }
              return null;
            };
        all.add(pool.submit(worker));
      }
      for (Future<Void> one : all) {
        one.get();
      }
    } finally {
      pool.shutdownNow();
    }
  }
}
