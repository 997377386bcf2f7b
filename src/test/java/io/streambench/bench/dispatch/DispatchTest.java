package io.streambench.bench.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.streambench.bench.settings.DispatchMode;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DispatchTest {
  private static void assumeAvailable(DispatchMode mode) {
    assumeThat(Runtime.version().feature()).isGreaterThanOrEqualTo(mode.minJdkVersion());
  }

  @ParameterizedTest
  @CsvSource({"POOL,3", "POOL,1000", "THREADS,3", "THREADS,1000", "VIRTUAL,3", "VIRTUAL,1000"})
  void runsEveryHandlerOnce(DispatchMode mode, int maxConcurrent) throws Exception {
    assumeAvailable(mode);
    AtomicIntegerArray runs = new AtomicIntegerArray(200);
    List<Consumer<String>> handlers =
        IntStream.range(0, 200)
            .<Consumer<String>>mapToObj(i -> thing -> runs.addAndGet(i, thing.length()))
            .toList();
    try (Dispatch dispatch = Dispatch.of(mode)) {
      dispatch.deliver("x", handlers, maxConcurrent);
    }
    assertThat(IntStream.range(0, 200).map(runs::get)).containsOnly(1);
  }

  @ParameterizedTest
  @EnumSource(DispatchMode.class)
  void runsHandlersConcurrentlyUpToThreshold(DispatchMode mode) throws Exception {
    assumeAvailable(mode);
    int side = mode == DispatchMode.POOL ? Runtime.getRuntime().availableProcessors() : 50;
    CountDownLatch together = new CountDownLatch(side);
    Consumer<String> handler =
        thing -> {
          together.countDown();
          awaitUnchecked(together);
        };
    try (Dispatch dispatch = Dispatch.of(mode)) {
      dispatch.deliver("x", IntStream.range(0, side).mapToObj(i -> handler).toList(), side);
    }
    assertThat(together.getCount()).isZero();
  }

  @ParameterizedTest
  @EnumSource(DispatchMode.class)
  void runsAllHandlersInOneTaskAboveThreshold(DispatchMode mode) throws Exception {
    assumeAvailable(mode);
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    Consumer<String> handler = thing -> threads.add(Thread.currentThread());
    try (Dispatch dispatch = Dispatch.of(mode)) {
      dispatch.deliver("x", IntStream.range(0, 50).mapToObj(i -> handler).toList(), 49);
    }
    assertThat(threads).hasSize(1).doesNotContain(Thread.currentThread());
  }

  @ParameterizedTest
  @CsvSource({"1", "10"})
  void reportsFailedHandlerAfterRunningOthers(int maxConcurrent) {
    AtomicIntegerArray runs = new AtomicIntegerArray(2);
    List<Consumer<String>> handlers =
        List.of(
            thing -> {
              throw new IllegalArgumentException("no");
            },
            thing -> runs.incrementAndGet(0),
            thing -> runs.incrementAndGet(1));
    try (Dispatch dispatch = Dispatch.of(DispatchMode.POOL)) {
      assertThatThrownBy(() -> dispatch.deliver("x", handlers, maxConcurrent))
          .isInstanceOf(IllegalStateException.class)
          .hasRootCauseMessage("no");
    }
    assertThat(runs.get(0) + runs.get(1)).isEqualTo(2);
  }

  @Test
  void rejectsModeThatJdkLacks() {
    assumeThat(Runtime.version().feature()).isLessThan(DispatchMode.VIRTUAL.minJdkVersion());
    assertThatThrownBy(() -> Dispatch.of(DispatchMode.VIRTUAL))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("JDK 21");
  }

  private static void awaitUnchecked(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
