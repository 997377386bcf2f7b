package io.streambench.bench.dispatch;

import io.streambench.base.files.Threads;
import io.streambench.bench.settings.DispatchMode;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

/**
 * A dispatcher that passes a message to many handlers, in one task per handler or in a single task.
 */
public record Dispatch(Executor executor, Runnable onClose) implements AutoCloseable {
  public static Dispatch of(DispatchMode mode) {
    if (Runtime.version().feature() < mode.minJdkVersion()) {
      throw new UnsupportedOperationException(
          mode + " needs JDK " + mode.minJdkVersion() + " or later");
    }
    return switch (mode) {
      case POOL -> fixedPool(Runtime.getRuntime().availableProcessors());
      case THREADS -> new Dispatch(task -> daemonThread(task).start(), () -> {});
      case VIRTUAL -> {
        ThreadFactory threads = virtualThreadFactory();
        yield new Dispatch(task -> threads.newThread(task).start(), () -> {});
      }
    };
  }

  private static Dispatch fixedPool(int threads) {
    ExecutorService pool = Executors.newFixedThreadPool(threads, Dispatch::daemonThread);
    return new Dispatch(pool, pool::shutdownNow);
  }

  /**
   * Returns a factory of virtual threads. Uses reflection, since this class is compiled for JDK 17.
   */
  private static ThreadFactory virtualThreadFactory() {
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      return (ThreadFactory)
          Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Thread daemonThread(Runnable task) {
    return Threads.daemon("streambench-dispatch", task);
  }

  /**
   * Runs every handler once, and waits for all of them; throws if a handler failed.
   *
   * @param maxConcurrent the maximum number of handlers that get a task each; if there are more, a
   *     single task runs all of them in sequence
   */
  public <T> void deliver(
      T message, List<? extends Consumer<? super T>> handlers, int maxConcurrent)
      throws InterruptedException {
    Delivery<T> delivery;
    if (handlers.size() <= maxConcurrent) {
      delivery = new Delivery<>(message, handlers.size());
      for (Consumer<? super T> handler : handlers) {
        executor.execute(() -> delivery.runOne(handler));
      }
    } else {
      delivery = new Delivery<>(message, 1);
      executor.execute(() -> delivery.runAll(handlers));
    }
    delivery.await();
  }

  @Override
  public void close() {
    onClose.run();
  }

  private static final class Delivery<T> {
    private final T message;
    private final CountDownLatch remaining;
    private volatile Throwable failure;

    Delivery(T message, int tasks) {
      this.message = message;
      this.remaining = new CountDownLatch(tasks);
    }

    void runOne(Consumer<? super T> handler) {
      execute(handler);
      remaining.countDown();
    }

    void runAll(List<? extends Consumer<? super T>> handlers) {
      for (Consumer<? super T> handler : handlers) {
        execute(handler);
      }
      remaining.countDown();
    }

    private void execute(Consumer<? super T> handler) {
      try {
        handler.accept(message);
      } catch (RuntimeException | Error e) {
        failure = e;
      }
    }

    void await() throws InterruptedException {
      remaining.await();
      if (failure != null) {
        throw new IllegalStateException("a handler has failed", failure);
      }
    }
  }
}
