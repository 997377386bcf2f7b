package io.streambench.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PaceTest {
  private final AtomicLong clock = new AtomicLong(1_000);

  @Test
  void inAClosedLoopItIsAlwaysTime() {
    Pace pace = new Pace(OptionalDouble.empty(), 0, clock::get);
    assertThat(pace.await()).isEqualTo(1_000);
    clock.set(5_000);
    assertThat(pace.await()).isEqualTo(5_000);
  }

  @Test
  void atARateEveryRequestHasItsMomentWhateverBecameOfThoseBefore() {
    Pace pace = new Pace(OptionalDouble.of(1_000), 0, clock::get);
    assertThat(pace.await()).isEqualTo(1_000);
    clock.addAndGet(10_000_000); // the first took ten times as long as there is between two
    assertThat(pace.await()).isEqualTo(1_001_000);
    assertThat(pace.await()).isEqualTo(2_001_000);
  }

  @Test
  void aMomentThatHasNotComeIsWaitedFor() {
    // Every look at the clock takes a tenth of a millisecond.
    Pace pace = new Pace(OptionalDouble.of(1_000), 0, () -> clock.getAndAdd(100_000));
    pace.await();
    assertThat(pace.await()).isEqualTo(1_001_000);
    assertThat(clock.get()).isGreaterThanOrEqualTo(1_001_000);
  }

  @Test
  void whatWouldBeSentWhenTheLoadIsOverIsNotWaitedFor() {
    Pace pace = new Pace(OptionalDouble.of(1_000), 1_500_000, () -> clock.getAndAdd(100_000));
    assertThat(pace.await()).isEqualTo(1_000);
    assertThat(pace.await()).isEqualTo(1_001_000);
    assertThat(pace.await()).isEqualTo(Pace.OVER);
    assertThat(pace.await()).isEqualTo(Pace.OVER);
  }
}
