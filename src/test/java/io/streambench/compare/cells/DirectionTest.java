package io.streambench.compare.cells;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.streambench.compare.statistics.BetterDirection;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DirectionTest {
  @ParameterizedTest
  @CsvSource({
    // @Group and @AuxCounters: the unit of the score
    "read, thrpt, ops/us, HIGHER",
    "read, thrpt, ops/min, HIGHER",
    "read, avgt, ns/op, LOWER",
    "write, sample, s/op, LOWER",
    "p0.99, sample, us/op, LOWER",
    "transmissions, thrpt, ops/s, HIGHER",
    "ArrayBlockingQueueAdd, thrpt, ops/s, HIGHER",
    "successfulPolls, thrpt, ops/s, HIGHER",
    // counters of failures: the unit alone does not determine the direction
    "pollsFailed, thrpt, ops/us, UNKNOWN",
    "cache_misses, thrpt, ops/s, UNKNOWN",
    "timeouts, avgt, us/op, UNKNOWN",
    "notFound, thrpt, ops/s, UNKNOWN",
    "errors, thrpt, ops/us, UNKNOWN",
    "sessionStall, thrpt, ms/op, LOWER",
    "windowUpdates, thrpt, 1/op, LOWER",
    "evictions, thrpt, ops/s, UNKNOWN",
    "discardedEvents, thrpt, ops/s, UNKNOWN",
    "skippedSpans, thrpt, ops/ms, UNKNOWN",
    "interruptedTakes, avgt, us/op, UNKNOWN",
    "expired, thrpt, ops/s, UNKNOWN",
    "IOExceptions, thrpt, ops/s, UNKNOWN",
    "HTTPErrors, thrpt, ops/s, UNKNOWN",
    "http404Errors, thrpt, ops/s, UNKNOWN",
    "missingKeys, thrpt, ops/s, UNKNOWN",
    "unsuccessfulPolls, thrpt, ops/s, UNKNOWN",
    "not-found, thrpt, ops/s, UNKNOWN",
    "nonExistentKeys, thrpt, ops/s, UNKNOWN",
    "requests.retried, thrpt, ops/s, UNKNOWN",
    // @AuxCounters of type EVENTS
    "allocated, thrpt, #, UNKNOWN",
    // -prof gc
    "gc.alloc.rate, thrpt, MB/sec, UNKNOWN",
    "gc.alloc.rate.norm, thrpt, B/op, LOWER",
    "gc.churn.G1_Eden_Space, avgt, MB/sec, UNKNOWN",
    "gc.churn.G1_Eden_Space.norm, avgt, B/op, LOWER",
    "gc.count, thrpt, counts, UNKNOWN",
    "gc.time, thrpt, ms, UNKNOWN",
    "gc.count, ss, counts, LOWER",
    "gc.time, ss, ms, LOWER",
    // -prof perfnorm: older versions have #/op for both ratios
    "instructions:u, avgt, #/op, LOWER",
    "L1-dcache-load-misses, avgt, #/op, LOWER",
    "L1-dcache-hits, avgt, #/op, UNKNOWN",
    "IPC, avgt, insns/clk, HIGHER",
    "IPC, avgt, #/op, HIGHER",
    "CPI, avgt, clks/insn, LOWER",
    "CPI, avgt, #/op, LOWER",
    // -prof pauses, safepoints, comp, cl, stack, and metrics whose direction is unknown
    "pauses.p0.99, thrpt, ms, LOWER",
    "pauses, thrpt, ms, UNKNOWN",
    "safepoints.pause.avg, thrpt, ms, LOWER",
    "safepoints.interval, thrpt, ms, UNKNOWN",
    "class.load.norm, thrpt, classes/op, LOWER",
    "class.load, thrpt, classes/sec, UNKNOWN",
    "stack, thrpt, ---, UNKNOWN",
    "hitRatio, thrpt, %, UNKNOWN",
    // metrics of this project
    "success, thrpt, %, HIGHER",
    "requests, thrpt, 1/s, HIGHER",
    "rate, avgt, MB/s, HIGHER",
    "latencyP99, thrpt, ms, LOWER",
    "peakUnread, thrpt, B, LOWER",
  })
  void metricDirectionFollowsUnitAndKind(
      String name, String mode, String unit, BetterDirection expectedDirection) {
    assertThat(MetricDirection.directionOfMetric(name, mode, Unit.of(unit)))
        .isEqualTo(expectedDirection);
  }

  @ParameterizedTest
  @CsvSource({
    "thrpt, ops/ns, HIGHER",
    "thrpt, ops/sec, HIGHER",
    "avgt, us/op, LOWER",
    "sample, usec/op, LOWER",
    "ss, ms/op, LOWER",
    "thrpt, MB/s, HIGHER",
    "thrpt, ns/op, LOWER",
    "thrpt, B/op, LOWER",
    "avgt, B/entity, LOWER",
  })
  void scoreDirectionFollowsUnitOrMode(
      String mode, String unit, BetterDirection expectedDirection) {
    assertThat(MetricDirection.directionOfScore(mode, Unit.of(unit))).isEqualTo(expectedDirection);
  }

  @ParameterizedTest
  @CsvSource({
    "ops/ms, ops/s, 1000",
    "ops/min, ops/s, 0.016666666666666666",
    "us/op, ns/op, 1000",
    "usec/op, us/op, 1",
    "\u00b5s/op, ms/op, 0.001",
    "ms, s, 0.001",
    "MB/sec, MB/min, 60",
  })
  void convertsUnitsThatDifferOnlyInTime(String from, String to, double expectedFactor) {
    assertThat(Unit.of(from).factorTo(Unit.of(to)).orElseThrow() / expectedFactor)
        .isCloseTo(1, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({"ops/s, s/op", "B/op, ops/s", "#, counts", "ms, ms/op", "B/op, KB/op"})
  void doesNotConvertOtherUnits(String from, String to) {
    assertThat(Unit.of(from).factorTo(Unit.of(to))).isEmpty();
  }
}
