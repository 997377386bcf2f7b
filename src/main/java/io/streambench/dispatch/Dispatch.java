package io.streambench.dispatch;

import io.streambench.config.DispatchMode;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * Gives the same thing to many handlers and waits until all have run: in a task each, or, where
 * there are more than a threshold, in one task for all.
 */
public final class Dispatch implements AutoCloseable {
  private final Executor executor;
  private final Runnable onClose;

  private Dispatch(Executor executor, Runnable onClose) {
    this.executor = executor;
    this.onClose = onClose;
  }

  /**
   * Makes one.
   *
   * @throws UnsupportedOperationException if this JDK does not have the mode
   */
  public static Dispatch of(DispatchMode mode) {
    if (!mode.availableOn(Runtime.version().feature())) {
      throw new UnsupportedOperationException(mode + " needs JDK " + mode.sinceJdk() + " or later");
    }
    return switch (mode) {
      case POOL -> pool(Runtime.getRuntime().availableProcessors());
      case THREADS -> new Dispatch(task -> daemon(task).start(), () -> {});
      case VIRTUAL -> new Dispatch(VirtualThreads::start, () -> {});
    };
  }

  private static Dispatch pool(int threads) {
    ExecutorService pool = Executors.newFixedThreadPool(threads, Dispatch::daemon);
    return new Dispatch(pool, pool::shutdownNow);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "streambench-dispatch");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Runs every handler once and returns when the last has ended.
   *
   * @param maxConcurrent up to so many handlers run in a task each; more run one after the other in
   *     a single task
   * @throws IllegalStateException if a handler has failed; the others have run all the same
   */
  public <T> void deliver(T thing, List<? extends Consumer<? super T>> handlers, int maxConcurrent)
      throws InterruptedException {
    Delivery<T> delivery;
    if (handlers.size() <= maxConcurrent) {
      delivery = new Delivery<>(thing, handlers.size());
      for (Consumer<? super T> handler : handlers) {
        executor.execute(() -> delivery.runOne(handler));
      }
    } else {
      delivery = new Delivery<>(thing, 1);
      executor.execute(() -> delivery.runAll(handlers));
    }
    delivery.await();
  }

  @Override
  public void close() {
    onClose.run();
  }

  /** One call of deliver. */
  private static final class Delivery<T> {
    private final T thing;
    private final CountDownLatch left;
    private volatile Throwable failure;

    Delivery(T thing, int tasks) {
      this.thing = thing;
      this.left = new CountDownLatch(tasks);
    }

    void runOne(Consumer<? super T> handler) {
      hand(handler);
      left.countDown();
    }

    void runAll(List<? extends Consumer<? super T>> handlers) {
      for (Consumer<? super T> handler : handlers) {
        hand(handler);
      }
      left.countDown();
    }

    private void hand(Consumer<? super T> handler) {
      try {
        handler.accept(thing);
      } catch (RuntimeException | Error e) {
        failure = e;
      }
    }

    void await() throws InterruptedException {
      left.await();
      if (failure != null) {
        throw new IllegalStateException("a handler has failed", failure);
      }
    }
  }

  /** Since JDK 21, and this is compiled for 17. */
  private static final class VirtualThreads {
    private static final MethodHandle START = find();

    private static MethodHandle find() {
      try {
        return MethodHandles.publicLookup()
            .findStatic(
                Thread.class,
                "startVirtualThread",
                MethodType.methodType(Thread.class, Runnable.class));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }

    static void start(Runnable task) {
      try {
        Thread unused = (Thread) START.invokeExact(task);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
