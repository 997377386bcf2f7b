package io.streambench.diagnose.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReportMonitorTest {
  private long seconds = -5; // the clock can start at any value
  private Optional<String> suspension = Optional.empty();
  private final ReportMonitor monitor =
      new ReportMonitor(() -> suspension, () -> TimeUnit.SECONDS.toNanos(seconds));

  private Optional<String> warningAfter(int passedSeconds, long reportNumber) throws IOException {
    seconds += passedSeconds;
    return monitor.check(reportNumber);
  }

  @Test
  void warnsOnceForEachStopOfJvm() throws IOException {
    assertThat(warningAfter(0, 1)).isEmpty();
    suspension = Optional.of("it is stopped (state T)");
    assertThat(warningAfter(1, 1)).isEmpty();
    assertThat(warningAfter(2, 1)).contains("the JVM does not report: it is stopped (state T)");
    assertThat(warningAfter(60, 1)).isEmpty();
    suspension = Optional.empty();
    assertThat(warningAfter(1, 2)).isEmpty();
    suspension = Optional.of("its control group is frozen");
    assertThat(warningAfter(3, 2)).get().asString().endsWith("its control group is frozen");
  }

  @Test
  void failsAfterTwoMinutesWithoutReport() throws IOException {
    assertThat(warningAfter(0, 1)).isEmpty();
    assertThat(warningAfter(110, 1)).isEmpty();
    assertThat(warningAfter(110, 2)).isEmpty();
    assertThatThrownBy(() -> warningAfter(121, 2))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("the agent has not reported for 120 s: the JVM stands still");
    suspension = Optional.of("it is stopped (state T)");
    assertThatThrownBy(() -> warningAfter(1, 2))
        .hasMessage("the agent has not reported for 120 s: it is stopped (state T)");
  }
}
