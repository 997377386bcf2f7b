package io.streambench.bench.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcessUseTest {
  private static ProcessUse use(long cpuNanos, Map<String, Long> switches) {
    return new ProcessUse(cpuNanos, switches);
  }

  @Test
  void threadsThatEndedAreNotSubtractedAndNewOnesCountWhole() {
    ProcessUse before = use(1_000_000, Map.of("1", 100L, "2", 5_000L, "3", 70L));
    ProcessUse now = use(4_000_000, Map.of("1", 130L, "3", 2L, "4", 7L)); // 3 is another now
    assertThat(now.switchesSince(before)).hasValue(30 + 2 + 7);
    assertThat(now.cpuMillisSince(before)).hasValue(3);
  }

  @Test
  void whatTheSystemDoesNotTellIsEmptyAndNotZero() {
    ProcessUse nothing = use(0, Map.of());
    assertThat(nothing.switchesSince(nothing)).isEmpty();
    assertThat(nothing.cpuMillisSince(nothing)).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void countsTheSwitchesOfAThreadThatIsNotTheMainOne() throws Exception {
    SynchronousQueue<Integer> handover = new SynchronousQueue<>();
    Thread taker =
        new Thread(
            () -> {
              try {
                while (handover.take() > 0) {
                  // Waits for the next one.
                }
                handover.put(0);
                handover.take();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    taker.start();
    ProcessUse before = ProcessUse.of(ProcessHandle.current());
    for (int i = 0; i < 1_000; i++) {
      handover.put(1);
      Thread.sleep(0, 100_000); // so that it waits again
    }
    handover.put(0);
    handover.take();
    ProcessUse now = ProcessUse.of(ProcessHandle.current());
    handover.put(0);
    assertThat(now.switchesSince(before).orElseThrow()).isGreaterThan(1_000);
  }
}
