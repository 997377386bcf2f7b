package io.streambench.bench.watchdog;

import io.streambench.base.files.Threads;
import io.streambench.flow.rule.ClientResources;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.StallRule;
import io.streambench.flow.rule.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A watchdog that detects operations of a run that stall or fail. Each operation reads on its own
 * thread, since some waits inside a Solr stream ignore interrupts. The first operation that does
 * not complete ends the run: its {@link StoppedOperation} is reported once, and every later
 * operation ends with the same outcome.
 */
public final class Watchdog implements AutoCloseable {
  private static final long POLL_MILLIS = 100;
  private static final long MAX_IDLE_STEP_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The minimum number of polls without a tuple before an operation counts as stalled. */
  private static final int POLLS_PER_TIMEOUT = 4;

  private final StallRule rule;
  private final Supplier<List<SessionState>> sessions;
  private final Supplier<ClientResources> resources;
  private final Consumer<StoppedOperation> onStop;
  private final Consumer<Duration> onSilence;
  private final LongSupplier nanoTime;
  private final long maxIdleStepNanos;
  private final ExecutorService readers;
  private final Set<Operation<?>> runningOperations = ConcurrentHashMap.newKeySet();
  private final AtomicLong operationCount = new AtomicLong();
  private final AtomicLong completedCount = new AtomicLong();
  private final Thread thread = Threads.daemon("streambench-watchdog", this::pollUntilClosed);
  private volatile long firstStartNanos;
  private volatile boolean closed;
  private boolean isSilent;
  private StoppedOperation stoppedOperation;
  private Throwable evidenceFailure;

  @FunctionalInterface
  public interface Reading<T> {
    T read(TupleCounter progress) throws Exception;
  }

  /**
   * Creates a watchdog that applies {@code rule} to an operation's time without a tuple.
   *
   * @param onSilence called when half of the stall timeout has passed without a tuple; the argument
   *     is half of the stall timeout
   */
  public Watchdog(
      StallRule rule,
      Supplier<List<SessionState>> sessions,
      Supplier<ClientResources> resources,
      Consumer<StoppedOperation> onStop,
      Consumer<Duration> onSilence,
      LongSupplier nanoTime) {
    this.rule = rule;
    this.sessions = sessions;
    this.resources = resources;
    this.onStop = onStop;
    this.onSilence = onSilence;
    this.nanoTime = nanoTime;
    this.maxIdleStepNanos =
        Math.min(MAX_IDLE_STEP_NANOS, rule.stallTimeout().toNanos() / POLLS_PER_TIMEOUT);
    AtomicInteger number = new AtomicInteger();
    this.readers =
        Executors.newCachedThreadPool(
            task -> Threads.daemon("streambench-reader-" + number.incrementAndGet(), task));
  }

  /** Starts the watchdog's thread. Without this thread, the caller must call {@link #poll}. */
  public Watchdog start() {
    thread.start();
    return this;
  }

  /**
   * Runs one operation. Throws {@link StoppedException} if this operation or an earlier operation
   * stalled or failed.
   */
  public <T> T run(Reading<T> reading) {
    throwIfStopped();
    Operation<T> operation = new Operation<>();
    if (operation.number == 1) {
      firstStartNanos = operation.startNanos;
    }
    runningOperations.add(operation);
    Future<?> reader =
        readers.submit(
            () -> {
              try {
                operation.result.complete(reading.read(operation.tupleCounter));
              } catch (Throwable e) {
                stop(operation, e);
              }
            });
    operation.result.exceptionally(
        failure -> {
          reader.cancel(true);
          return null;
        });
    try {
      T value = operation.result.get();
      completedCount.incrementAndGet();
      return value;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof StoppedException stopped
          ? stopped
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      stop(operation, Verdict.failed("interrupted from outside", knownSessions()), Optional.of(e));
      Thread.currentThread().interrupt();
      throw newStoppedException();
    } finally {
      runningOperations.remove(operation);
    }
  }

  public long completedCount() {
    return completedCount.get();
  }

  void poll() {
    boolean wasSilent = isSilent;
    isSilent = false;
    Duration half = rule.stallTimeout().dividedBy(2);
    for (Operation<?> operation : runningOperations) {
      long idle = operation.updateIdleNanos(nanoTime.getAsLong());
      isSilent |= idle >= half.toNanos() && idle < rule.stallTimeout().toNanos();
      rule.judge(idle, sessions, resources)
          .ifPresent(verdict -> stop(operation, verdict, Optional.empty()));
    }
    if (isSilent && !wasSilent) {
      onSilence.accept(half);
    }
  }

  private void pollUntilClosed() {
    while (!closed) {
      try {
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
      try {
        poll();
      } catch (RuntimeException | Error e) {
        runningOperations.forEach(operation -> stop(operation, e));
      }
    }
  }

  private void stop(Operation<?> operation, Throwable failure) {
    Verdict failed = Verdict.failed(describe(failure), knownSessions());
    stop(operation, failed, Optional.of(failure));
  }

  private List<SessionState> knownSessions() {
    try {
      return sessions.get();
    } catch (RuntimeException e) {
      return List.of();
    }
  }

  /**
   * Ends an operation. The first call ends the run and reports the operation. In a later call, the
   * operation ends with the outcome of the first call.
   */
  private synchronized void stop(
      Operation<?> operation, Verdict verdict, Optional<Throwable> failure) {
    if (stoppedOperation == null) {
      stoppedOperation =
          new StoppedOperation(
              verdict,
              operation.number,
              operation.tupleCounter.get(),
              (operation.lastTupleNanos - firstStartNanos) / 1e9,
              failure);
      try {
        onStop.accept(stoppedOperation);
      } catch (RuntimeException | Error e) {
        evidenceFailure = e;
      }
    }
    operation.result.completeExceptionally(newStoppedException());
  }

  private synchronized StoppedException newStoppedException() {
    StoppedException stopped =
        new StoppedException(
            stoppedOperation.verdict().outcome(),
            stoppedOperation.verdict().reason(),
            stoppedOperation.cause().orElse(null));
    if (evidenceFailure != null) {
      stopped.addSuppressed(evidenceFailure);
    }
    return stopped;
  }

  private synchronized void throwIfStopped() {
    if (stoppedOperation != null) {
      throw newStoppedException();
    }
  }

  private static String describe(Throwable failure) {
    StringBuilder text = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String message = cause.getMessage() == null ? "" : ": " + cause.getMessage();
      if (text.indexOf(message.isEmpty() ? cause.toString() : message) < 0) {
        text.append(text.isEmpty() ? "" : "; caused by ")
            .append(cause.getClass().getSimpleName())
            .append(message);
      }
    }
    return text.toString().replaceAll("\\s*\\R\\s*", " ");
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    readers.shutdownNow();
  }

  private final class Operation<T> {
    private final long number = operationCount.incrementAndGet();
    private final long startNanos = nanoTime.getAsLong();
    private final TupleCounter tupleCounter = new TupleCounter();
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private long lastPollNanos = startNanos;
    private long lastTupleCount;
    private long idleNanos;
    private volatile long lastTupleNanos = startNanos;

    /** Returns the time without a tuple, excluding most of any pause of the process. */
    long updateIdleNanos(long nowNanos) {
      long read = tupleCounter.get();
      long step = Math.min(nowNanos - lastPollNanos, maxIdleStepNanos);
      idleNanos = read == lastTupleCount ? idleNanos + step : 0;
      lastPollNanos = nowNanos;
      lastTupleCount = read;
      if (idleNanos == 0) {
        lastTupleNanos = nowNanos;
      }
      return idleNanos;
    }
  }
}
