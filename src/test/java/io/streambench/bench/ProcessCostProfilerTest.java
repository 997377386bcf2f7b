package io.streambench.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.ProcessCostProfiler.ProcessUsage;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcessCostProfilerTest {
  private static ProcessUsage use(long cpuNanos, Map<String, Long> switches) {
    return new ProcessUsage(cpuNanos, switches);
  }

  @Test
  void threadsThatEndedAreNotSubtractedAndNewOnesCountWhole() {
    ProcessUsage before = use(1_000_000, Map.of("1", 100L, "2", 5_000L, "3", 70L));
    ProcessUsage now = use(4_000_000, Map.of("1", 130L, "3", 2L, "4", 7L)); // 3 is another now
    assertThat(now.contextSwitchesSince(before)).hasValue(30 + 2 + 7);
    assertThat(now.cpuMillisSince(before)).hasValue(3);
  }

  @Test
  void whatTheSystemDoesNotTellIsEmptyAndNotZero() {
    ProcessUsage nothing = use(0, Map.of());
    assertThat(nothing.contextSwitchesSince(nothing)).isEmpty();
    assertThat(nothing.cpuMillisSince(nothing)).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void countsThreadsThatAreNotTheMainOne() {
    assertThat(ProcessUsage.of(ProcessHandle.current()).contextSwitches()).hasSizeGreaterThan(1);
  }
}
