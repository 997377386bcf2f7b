package io.streambench.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class ClockOffsetTest {
  private static final long NANOS = 1_000_000;

  /** Their clock is read at any moment between the request and its answer. */
  @Property
  void theTruthLiesWithinTheBound(
      @ForAll @LongRange(min = -100_000, max = 100_000) long ahead,
      @ForAll @LongRange(min = 0, max = 500) long there,
      @ForAll @LongRange(min = 0, max = 500) long back)
      throws Exception {
    AtomicLong now = new AtomicLong(1_700_000_000_000L);
    ClockOffset offset =
        ClockOffset.measured(
            () -> {
              long theirs = now.addAndGet(there) + ahead;
              now.addAndGet(back);
              return theirs;
            },
            now::get,
            () -> now.get() * NANOS);
    assertThat(offset.millis()).isCloseTo(ahead, within(offset.boundMillis()));
    assertThat(offset.boundMillis()).isEqualTo((there + back) / 2.0 + 1);
  }

  @Property
  void theQuickestAnswerCounts(@ForAll @LongRange(min = 1, max = 100) long slow) throws Exception {
    AtomicLong now = new AtomicLong(1_700_000_000_000L);
    AtomicLong asked = new AtomicLong();
    ClockOffset offset =
        ClockOffset.measured(
            () -> {
              if (asked.incrementAndGet() != 5) {
                now.addAndGet(slow);
              }
              return now.get() + 42;
            },
            now::get,
            () -> now.get() * NANOS);
    assertThat(offset).isEqualTo(new ClockOffset(42, 1));
  }
}
