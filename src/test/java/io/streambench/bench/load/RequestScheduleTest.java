package io.streambench.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RequestScheduleTest {
  private final AtomicLong clock = new AtomicLong(1_000);

  @Test
  void closedLoopNeverWaits() {
    RequestSchedule pace = new RequestSchedule(OptionalDouble.empty(), 0, clock::get);
    assertThat(pace.awaitNextRequest()).isEqualTo(1_000);
    clock.set(5_000);
    assertThat(pace.awaitNextRequest()).isEqualTo(5_000);
  }

  @Test
  void fixedRateKeepsScheduleAfterSlowRequest() {
    RequestSchedule pace = new RequestSchedule(OptionalDouble.of(1_000), 0, clock::get);
    assertThat(pace.awaitNextRequest()).isEqualTo(1_000);
    clock.addAndGet(10_000_000); // the first request took ten times the interval
    assertThat(pace.awaitNextRequest()).isEqualTo(1_001_000);
    assertThat(pace.awaitNextRequest()).isEqualTo(2_001_000);
  }

  @Test
  void waitsForNextScheduledRequest() {
    // Each reading of the clock takes a tenth of a millisecond.
    RequestSchedule pace =
        new RequestSchedule(OptionalDouble.of(1_000), 0, () -> clock.getAndAdd(100_000));
    pace.awaitNextRequest();
    assertThat(pace.awaitNextRequest()).isEqualTo(1_001_000);
    assertThat(clock.get()).isGreaterThanOrEqualTo(1_001_000);
  }

  @Test
  void doesNotWaitForRequestsAfterEndOfLoad() {
    RequestSchedule pace =
        new RequestSchedule(OptionalDouble.of(1_000), 1_500_000, () -> clock.getAndAdd(100_000));
    assertThat(pace.awaitNextRequest()).isEqualTo(1_000);
    assertThat(pace.awaitNextRequest()).isEqualTo(1_001_000);
    assertThat(pace.awaitNextRequest()).isEqualTo(RequestSchedule.END_OF_LOAD);
    assertThat(pace.awaitNextRequest()).isEqualTo(RequestSchedule.END_OF_LOAD);
  }
}
