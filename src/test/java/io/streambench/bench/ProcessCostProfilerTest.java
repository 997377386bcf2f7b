package io.streambench.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.ProcessCostProfiler.ProcessUsage;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcessCostProfilerTest {
  private static ProcessUsage usage(long cpuNanos, Map<String, Long> switches) {
    return new ProcessUsage(cpuNanos, switches);
  }

  @Test
  void ignoresEndedThreadsAndCountsNewOnesCompletely() {
    ProcessUsage before = usage(1_000_000, Map.of("1", 100L, "2", 5_000L, "3", 70L));
    ProcessUsage now = usage(4_000_000, Map.of("1", 130L, "3", 2L, "4", 7L)); // thread 3 is new
    assertThat(now.contextSwitchesSince(before)).hasValue(30 + 2 + 7);
    assertThat(now.cpuMillisSince(before)).hasValue(3);
  }

  @Test
  void reportsUnavailableValuesAsEmpty() {
    ProcessUsage nothing = usage(0, Map.of());
    assertThat(nothing.contextSwitchesSince(nothing)).isEmpty();
    assertThat(nothing.cpuMillisSince(nothing)).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void countsAllThreads() {
    assertThat(ProcessUsage.of(ProcessHandle.current()).contextSwitches()).hasSizeGreaterThan(1);
  }
}
