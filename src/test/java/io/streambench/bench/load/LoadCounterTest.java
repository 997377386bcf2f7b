package io.streambench.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LoadCounterTest {
  private static final RequestSource.Response KNOWN =
      new RequestSource.Response(3_000, OptionalLong.of(15_000), 7, 11);

  private static LoadCounter.RequestTimes requestTimes(long sentNanos, long endNanos) {
    return new LoadCounter.RequestTimes(sentNanos, sentNanos, endNanos);
  }

  @Test
  void transportTimeExcludesServerAndWaitingTime() {
    LoadCounter counter = new LoadCounter();
    counter.recordSuccess(new LoadCounter.RequestTimes(0, 500_000, 510_000), KNOWN);
    assertThat(counter.latencies().getMaxValue()).isBetween(509_000L, 511_000L);
    assertThat(counter.latenciesByPart.get(LoadFile.WAITING).getMaxValue())
        .isBetween(499_000L, 501_000L);
    assertThat(counter.latenciesByPart.get(LoadFile.SERVER).getMaxValue())
        .isBetween(2_990L, 3_010L);
    assertThat(counter.latenciesByPart.get(LoadFile.TRANSPORT).getMaxValue())
        .isBetween(6_990L, 7_010L);
    assertThat(counter.latenciesByPart.get(LoadFile.FIRST_BYTE).getMaxValue())
        .isBetween(14_990L, 15_010L);
    assertThat(counter.maxDelayMillis()).isEqualTo(0.5);
  }

  @Test
  void countsOnlyRequestsThatEndWithinWindow() {
    LoadCounter counter = new LoadCounter(100_000, 50_000);
    counter.recordSuccess(requestTimes(90_000, 99_999), KNOWN);
    counter.recordSuccess(requestTimes(90_000, 100_000), KNOWN);
    counter.recordFailure(requestTimes(120_000, 149_999), "status 1");
    counter.recordSuccess(requestTimes(120_000, 150_000), KNOWN);
    counter.recordFailure(requestTimes(120_000, 160_000), "status 1");
    assertThat(counter.succeededCount()).isEqualTo(1);
    assertThat(counter.failedCount()).isEqualTo(1);
    assertThat(counter.sentCount.sum()).isEqualTo(5);
    assertThat(counter.acknowledgedCount.sum()).isEqualTo(3);
    assertThat(counter.seconds()).isEqualTo(50e-6);
    assertThat(counter.bytesSent.sum()).isEqualTo(7);
    assertThat(counter.maxDelayMillis()).as("a closed loop has no schedule").isZero();
  }

  @Test
  void omitsUnknownParts() {
    LoadCounter counter = new LoadCounter();
    counter.recordSuccess(requestTimes(10_000, 20_000), RequestSource.Response.of(0, 0, 0));
    assertThat(counter.latenciesByPart).containsOnlyKeys(LoadFile.SERVER, LoadFile.TRANSPORT);
    assertThat(counter.seconds()).isEqualTo(10e-6);
  }
}
