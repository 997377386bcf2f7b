package io.streambench.diagnose.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SamplingIntervalTest {
  private static final long BEGIN_NANOS = millisToNanos(5);

  private final SamplingInterval interval = new SamplingInterval(0);

  private static long millisToNanos(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Test
  void repeatsShortSamplingTenTimesPerSecond() {
    interval.recordSampling(BEGIN_NANOS, BEGIN_NANOS + millisToNanos(1));
    assertThat(interval.waitMillis()).isEqualTo(100);
  }

  @Test
  void spacesLongSamplingsByAtMostOneSecond() {
    interval.recordSampling(BEGIN_NANOS, BEGIN_NANOS + millisToNanos(30));
    assertThat(interval.waitMillis()).isEqualTo(600);
    interval.recordSampling(BEGIN_NANOS, BEGIN_NANOS + millisToNanos(10_000));
    assertThat(interval.waitMillis()).isEqualTo(1_000);
  }

  /**
   * Ignores the sampler's own wait. Otherwise, a session that is slow to sample would never be
   * silent.
   */
  @Test
  void ownWaitIsNoPauseOfJvm() {
    long ended = BEGIN_NANOS + millisToNanos(500);
    interval.recordSampling(BEGIN_NANOS, ended);
    assertThat(interval.pausedNanos(ended + millisToNanos(1_900))).isZero();
  }

  @Test
  void pauseIsTimeBeyondOwnWait() {
    interval.recordSampling(BEGIN_NANOS, BEGIN_NANOS);
    assertThat(interval.pausedNanos(BEGIN_NANOS + millisToNanos(100) + millisToNanos(7_000)))
        .isEqualTo(millisToNanos(7_000));
  }
}
