package io.streambench.diagnose.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SamplingIntervalTest {
  private static final long BEGUN = millis(5);

  private final SamplingInterval pace = new SamplingInterval(0);

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Test
  void aShortLookIsRepeatedTenTimesPerSecond() {
    pace.recordSampling(BEGUN, BEGUN + millis(1));
    assertThat(pace.waitMillis()).isEqualTo(100);
  }

  @Test
  void looksThatTakeLongAreFewerAndNeverMoreThanASecondApart() {
    pace.recordSampling(BEGUN, BEGUN + millis(30));
    assertThat(pace.waitMillis()).isEqualTo(600);
    pace.recordSampling(BEGUN, BEGUN + millis(10_000));
    assertThat(pace.waitMillis()).isEqualTo(1_000);
  }

  /** Else a session that is slow to look at would never be silent. */
  @Test
  void itsOwnWaitIsNoPauseOfTheJvm() {
    long ended = BEGUN + millis(500);
    pace.recordSampling(BEGUN, ended);
    assertThat(pace.pausedNanos(ended + millis(1_900))).isZero();
  }

  @Test
  void aPauseIsTheTimeBeyondItsWait() {
    pace.recordSampling(BEGUN, BEGUN);
    assertThat(pace.pausedNanos(BEGUN + millis(100) + millis(7_000))).isEqualTo(millis(7_000));
  }
}
