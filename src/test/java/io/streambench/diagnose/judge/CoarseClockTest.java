package io.streambench.diagnose.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.threads.Activity;
import io.streambench.flow.threads.DumpedThread;
import io.streambench.flow.threads.JvmFindings;
import io.streambench.flow.threads.ThreadDump;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoarseClockTest {
  /** Creates a dump with a reader, and with one thread for each of the other processor times. */
  private static ThreadDump createDump(long seconds, String cpuTimes) {
    List<DumpedThread> threads = new ArrayList<>();
    Map<String, Double> cpu = new LinkedHashMap<>();
    for (String time : cpuTimes.split(" ")) {
      DumpedThread thread =
          new DumpedThread(
              "t",
              "" + threads.size(),
              "",
              threads.isEmpty() ? Activity.READS : Activity.OTHER,
              false,
              false,
              false,
              false,
              Double.parseDouble(time),
              Double.NaN);
      threads.add(thread);
      cpu.put(thread.key(), thread.cpuMillis());
    }
    return new ThreadDump(
        "dump",
        "",
        OptionalLong.of(seconds * 1_000_000_000L),
        17,
        ThreadDump.Coverage.ALL,
        threads,
        cpu,
        Set.of(),
        Set.of(),
        new JvmFindings(Set.of(), List.of(), Optional.empty(), List.of()));
  }

  /** With a coarse clock, a thread that uses no time for 15 s may still have read a little. */
  @ParameterizedTest
  @CsvSource({
    "10 20 40 30, 10 20 50 30, false",
    "10 20, 10 20 40 30, false", // the first dump has too few times to show it
    "10 20 40 30, 10 20, false",
    "10 20 40 30, 10 21.3 40 30, true", // the first dump has such times by chance
    "10 21.3 40 30, 10 30 40 30, true",
    "15.63 31.25, 15.63 31.25 46.88 62.5, false",
    "10 20, 10 20, true",
  })
  void detectsCoarseClockInAllDumpsOfJvm(String first, String second, boolean idle) {
    List<ThreadDump> dumps = List.of(createDump(100, first), createDump(115, second));
    assertThat(new DumpedJvm(dumps, Duration.ofSeconds(10), 0).hasIdleReader()).isEqualTo(idle);
  }
}
