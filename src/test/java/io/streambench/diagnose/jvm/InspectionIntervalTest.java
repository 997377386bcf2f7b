package io.streambench.diagnose.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class InspectionIntervalTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final InspectionInterval interval = new InspectionInterval(Duration.ofSeconds(10));

  @Test
  void inspectsAtOnceThenDoublesInterval() {
    assertThat(interval.isDue(Long.MIN_VALUE)).isTrue();
    assertThat(interval.recordInspection(0, 0)).isEqualTo(Duration.ofSeconds(20));
    assertThat(interval.isDue(20 * SECOND - 1)).isFalse();
    assertThat(interval.isDue(20 * SECOND)).isTrue();
    assertThat(interval.recordInspection(30 * SECOND, 0)).isEqualTo(Duration.ofSeconds(40));
    assertThat(interval.isDue(70 * SECOND - 1)).isFalse();
    assertThat(interval.isDue(70 * SECOND)).isTrue();
  }

  /** Holds for a silence of any length, because the time of the dump does not count. */
  @Test
  void stopsJvmForAtMostFivePercentOfTime() {
    long now = 0;
    long stopped = 0;
    long stop = 16 * SECOND;
    for (int second = 0; second < 86_400; second++, now += SECOND) {
      if (interval.isDue(now)) {
        now += stop;
        stopped += stop;
        interval.recordInspection(now, stop);
      }
    }
    assertThat(stopped).isGreaterThan(stop).isLessThan(now / 20);
  }
}
