package io.streambench.diagnose.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.diagnose.heap.HeapDumpThread;
import io.streambench.diagnose.heap.ThreadActivity;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThreadWatchTest {
  private static final long SECOND = 1_000_000_000L;

  private static HeapDumpThread thread(long id) {
    return new HeapDumpThread("t" + id, id, true, List.of());
  }

  private static ThreadActivity compareTimes(
      Map<Long, String> before, Map<Long, String> after, Map<Long, String> end) {
    return new ThreadWatch(before, after, 0)
        .compare(
            List.of(thread(1), thread(2), thread(3), thread(4), thread(5), thread(-1)),
            end,
            SECOND);
  }

  @Test
  void distinguishesIdleFromActiveOrEndedThreads() {
    ThreadActivity seen =
        compareTimes(
            Map.of(1L, "0.12", 2L, "0.12", 3L, "5.00", 5L, "1.00"),
            Map.of(1L, "0.12", 2L, "0.12", 3L, "5.00", 5L, "1.01"),
            Map.of(1L, "0.12", 2L, "0.14", 4L, "0.01", 5L, "1.01"));
    assertThat(seen.idleThreadIds()).containsExactly(1L);
    assertThat(seen.activeThreadIds()).containsExactlyInAnyOrder(2L, 3L);
    assertThat(seen.durationNanos()).isEqualTo(SECOND);
  }

  @Test
  void threadsWithoutTimesHaveUnknownActivity() {
    Map<Long, String> some = Map.of(1L, "0.12", -1L, "1.00");
    for (ThreadActivity seen :
        List.of(
            compareTimes(Map.of(), Map.of(), Map.of()),
            compareTimes(some, Map.of(), some),
            compareTimes(some, some, Map.of()))) {
      assertThat(seen.idleThreadIds()).isEmpty();
      assertThat(seen.activeThreadIds()).isEmpty();
    }
  }

  @Test
  void readsTimesFromThreadDumpsOfJdk17To25() {
    assertThat(
            ThreadWatch.cpuTimes(
                """
                Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode, sharing):

                "main" #1 prio=5 os_prio=0 cpu=1234.56ms elapsed=9.87s tid=0x1 nid=0x2 waiting  [0x3]
                   java.lang.Thread.State: WAITING (parking)
                "qtp1-21" #21 [4711] daemon prio=5 os_prio=0 cpu=0.12ms elapsed=1.00s tid=0x1 nid=4711
                "called " #7 cpu=9.99ms " #22 prio=5 os_prio=0 cpu=0.34ms elapsed=1.00s tid=0x1
                "untold" #23 prio=5 os_prio=0 cpu=-0.00ms elapsed=1.00s tid=0x1 nid=0x2
                "without" #24 prio=5 os_prio=0 tid=0x1 nid=0x2
                "G1 Conc#0" os_prio=0 cpu=0.50ms elapsed=9.87s tid=0x1 nid=0x2 runnable
                   Carrying virtual thread #31
                """))
        .isEqualTo(Map.of(1L, "1234.56", 21L, "0.12", 22L, "0.34"));
  }
}
