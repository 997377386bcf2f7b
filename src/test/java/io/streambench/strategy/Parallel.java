package io.streambench.strategy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

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
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Callable<Void>> all = new ArrayList<>();
      for (int i = 0; i < tasks; i++) {
        int number = i;
        all.add(
            () -> {
              task.run(number);
              return null;
            });
      }
      for (Future<Void> one : pool.invokeAll(all)) {
        one.get();
      }
    } finally {
      pool.shutdownNow();
    }
  }
}
