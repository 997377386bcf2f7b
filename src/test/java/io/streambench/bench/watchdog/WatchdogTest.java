package io.streambench.bench.watchdog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.streambench.flow.replay.Sessions;
import io.streambench.flow.rule.ClientResources;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.StallRule;
import io.streambench.flow.rule.StreamState;
import io.streambench.flow.rule.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WatchdogTest {
  private static final long SECOND = 1_000_000_000L;

  private final AtomicLong clock = new AtomicLong();
  private final List<StoppedOperation> stops = new ArrayList<>();
  private final List<Duration> silences = new ArrayList<>();
  private final CountDownLatch reading = new CountDownLatch(1);
  private final CountDownLatch never = new CountDownLatch(1);
  private List<SessionState> sessions = List.of();
  private final Watchdog watchdog =
      new Watchdog(
          new StallRule(Duration.ofSeconds(10)),
          () -> sessions,
          ClientResources::unknown,
          stops::add,
          silences::add,
          clock::get);

  @AfterEach
  void close() {
    never.countDown();
    watchdog.close();
  }

  private static SessionState exhaustedSession() {
    return Sessions.session(
        "1a2b3c4d", 0, new StreamState(5, 1, 0, 0, false, false, Waiting.UNKNOWN));
  }

  /** Waits until the test ends. Like some waits inside a stream, it ignores interrupts. */
  private long hang(TupleCounter progress) {
    progress.increment();
    progress.increment();
    reading.countDown();
    while (never.getCount() > 0) {
      try {
        never.await();
      } catch (InterruptedException e) {
        // interrupts are ignored
      }
    }
    return 0;
  }

  private void advanceSeconds(int seconds) {
    for (int i = 0; i < seconds; i++) {
      clock.addAndGet(SECOND);
      watchdog.poll();
    }
  }

  private CompletableFuture<Long> startHangingOperation() throws InterruptedException {
    CompletableFuture<Long> result = CompletableFuture.supplyAsync(() -> watchdog.run(this::hang));
    reading.await();
    watchdog.poll();
    return result;
  }

  private static StoppedException awaitStop(CompletableFuture<Long> result) {
    ExecutionException failure = catchThrowableOfType(ExecutionException.class, () -> result.get());
    return (StoppedException) failure.getCause();
  }

  @Test
  void returnsResultOfOperation() {
    assertThat(watchdog.<Integer>run(progress -> 42)).isEqualTo(42);
    assertThat(watchdog.completedCount()).isEqualTo(1);
  }

  @Test
  void stopsHangingOperationAsStalled() throws Exception {
    sessions = List.of(exhaustedSession());
    CompletableFuture<Long> result = startHangingOperation();
    advanceSeconds(9);
    assertThat(stops).isEmpty();
    advanceSeconds(1);
    assertThat(awaitStop(result)).hasMessageStartingWith("STALLED: ");
    assertThat(stops).hasSize(1);
    assertThat(stops.get(0).tupleCount()).isEqualTo(2);
    assertThat(stops.get(0).operationNumber()).isEqualTo(1);
  }

  @Test
  void stopsHangingOperationWithoutExhaustedWindowAsFailed() throws Exception {
    CompletableFuture<Long> result = startHangingOperation();
    advanceSeconds(10);
    assertThat(awaitStop(result)).hasMessageStartingWith("FAILED: no progress: no tuple for 10 s");
  }

  @Test
  void ignoresPauseOfWatchdogItself() throws Exception {
    sessions = List.of(exhaustedSession());
    CompletableFuture<Long> result = startHangingOperation();
    clock.addAndGet(3600 * SECOND);
    watchdog.poll();
    assertThat(stops).isEmpty();
    assertThat(result).isNotDone();
  }

  @Test
  void reportsFailureInOneLineAndFailsLaterOperations() {
    assertThatThrownBy(
            () ->
                watchdog.run(
                    progress -> {
                      throw new IOException("first\nsecond", new IllegalStateException("behind"));
                    }))
        .isInstanceOf(StoppedException.class)
        .hasMessage("FAILED: IOException: first second; caused by IllegalStateException: behind")
        .hasRootCauseMessage("behind");
    assertThatThrownBy(() -> watchdog.run(progress -> 1)).hasMessageContaining("first second");
    assertThat(stops).hasSize(1);
  }

  @Test
  void writesEvidenceBeforeOperationEnds() throws Exception {
    CountDownLatch keeping = new CountDownLatch(1);
    CountDownLatch kept = new CountDownLatch(1);
    try (Watchdog slow =
        createWatchdog(
            stop -> {
              keeping.countDown();
              try {
                kept.await();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            })) {
      CompletableFuture<Integer> result =
          CompletableFuture.supplyAsync(() -> slow.run(WatchdogTest::fail));
      keeping.await();
      assertThat(result).isNotDone();
      kept.countDown();
      assertThatThrownBy(() -> result.get()).hasCauseInstanceOf(StoppedException.class);
    }
  }

  @Test
  void stopsOperationEvenIfEvidenceFails() {
    try (Watchdog watchdog =
        createWatchdog(
            stop -> {
              throw new OutOfMemoryError("no room for a dump");
            })) {
      assertThatThrownBy(() -> watchdog.run(WatchdogTest::fail))
          .hasMessageContaining("broken")
          .satisfies(e -> assertThat(e.getSuppressed()[0]).hasMessage("no room for a dump"));
    }
  }

  @Test
  void treatsExternalInterruptAsFailure() throws Exception {
    CompletableFuture<StoppedException> failure = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> {
              try {
                watchdog.run(this::hang);
              } catch (StoppedException e) {
                failure.complete(e);
              }
            });
    caller.start();
    reading.await();
    caller.interrupt();
    assertThat(failure.get()).hasMessage("FAILED: interrupted from outside");
    assertThat(stops).hasSize(1);
  }

  @Test
  void reportsHalfOfTimeoutOnce() throws Exception {
    assertThat(startHangingOperation()).isNotDone();
    advanceSeconds(4);
    assertThat(silences).isEmpty();
    advanceSeconds(4);
    assertThat(silences).containsExactly(Duration.ofSeconds(5));
  }

  private static int fail(TupleCounter progress) throws IOException {
    throw new IOException("broken");
  }

  private Watchdog createWatchdog(Consumer<StoppedOperation> onStop) {
    return new Watchdog(
        new StallRule(Duration.ofSeconds(10)),
        List::of,
        ClientResources::unknown,
        onStop,
        silence -> {},
        clock::get);
  }
}
