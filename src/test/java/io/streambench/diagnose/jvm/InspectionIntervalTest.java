package io.streambench.diagnose.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class InspectionIntervalTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final InspectionInterval pace = new InspectionInterval(Duration.ofSeconds(10));

  @Test
  void theFirstLookIsAtOnceAndEachWaitTwiceTheOneBefore() {
    assertThat(pace.isDue(Long.MIN_VALUE)).isTrue();
    assertThat(pace.recordInspection(0, 0)).isEqualTo(Duration.ofSeconds(20));
    assertThat(pace.isDue(20 * SECOND - 1)).isFalse();
    assertThat(pace.isDue(20 * SECOND)).isTrue();
    assertThat(pace.recordInspection(30 * SECOND, 0)).isEqualTo(Duration.ofSeconds(40));
    assertThat(pace.isDue(70 * SECOND - 1)).isFalse();
    assertThat(pace.isDue(70 * SECOND)).isTrue();
  }

  /** However long a session has been silent: the time of the dump counts for nothing. */
  @Test
  void theJvmIsStoppedForAtMostFivePercentOfTheTime() {
    long now = 0;
    long stopped = 0;
    long stop = 16 * SECOND;
    for (int second = 0; second < 86_400; second++, now += SECOND) {
      if (pace.isDue(now)) {
        now += stop;
        stopped += stop;
        pace.recordInspection(now, stop);
      }
    }
    assertThat(stopped).isGreaterThan(stop).isLessThan(now / 20);
  }
}
