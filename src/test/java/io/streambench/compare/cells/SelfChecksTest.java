package io.streambench.compare.cells;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.load.LoadFile;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelfChecksTest {
  private static String encodedLatencies(double millis) {
    return LoadFile.encode(Loads.equalLatencies(1e6 * millis));
  }

  /**
   * Returns a load of a thousand requests.
   *
   * @param requestsPerSecond succeeded requests per second
   * @param latencyMillis the latency of each request
   * @param networkMillis the part of the latency spent in the network, in milliseconds
   * @param cpuShare the share of processor time used
   * @param maxDelayMillis the maximum delay in milliseconds
   */
  private static LoadFile load(
      int inFlight,
      double requestsPerSecond,
      double latencyMillis,
      double networkMillis,
      long failedCount,
      double cpuShare,
      int maxDelayMillis) {
    return new LoadFile(
        inFlight,
        1000,
        Map.of("timeout", failedCount),
        (1000 - failedCount) / requestsPerSecond,
        4,
        1,
        1,
        1,
        cpuShare,
        encodedLatencies(latencyMillis),
        Map.of("network", encodedLatencies(networkMillis)),
        0,
        0,
        0,
        maxDelayMillis);
  }

  private static LoadFile load(
      int inFlight, double requestsPerSecond, double latencyMillis, double networkMillis) {
    return load(inFlight, requestsPerSecond, latencyMillis, networkMillis, 0, 0.5, 0);
  }

  @Property
  void checksLittlesLawWithinFivePercent(
      @ForAll @IntRange(min = 1, max = 1000) int inFlight,
      @ForAll @DoubleRange(min = 0.8, max = 1.2) double ratio) {
    LoadFile load = load(inFlight, inFlight * ratio * 100, 10, 5);
    // except for ratios at the bound, because the histogram rounds the latencies
    assertThat(
            Math.abs(Math.abs(ratio - 1) - 0.05) < 0.002
                || SelfChecks.checkLoad(load).isEmpty() == (Math.abs(ratio - 1) <= 0.05))
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "8, 0.5, 0, 99.200 % of the requests succeeded",
    "0, 0.99, 0, for 99 %",
    "0, 0.5, 250, 250 ms behind"
  })
  void flagsSuspiciousLoads(long failedCount, double cpuShare, int maxDelayMillis, String flag) {
    assertThat(SelfChecks.checkLoad(load(10, 1000, 10, 5, failedCount, cpuShare, maxDelayMillis)))
        .singleElement()
        .asString()
        .contains(flag);
  }

  @Test
  void flagsPartLargerThanTotal() {
    assertThat(SelfChecks.checkLoad(load(10, 1000, 10, 11)))
        .anyMatch(flag -> flag.contains("network: P99 is 11") && flag.contains("more than"));
  }

  @Test
  void flagsThroughputGrowingFasterThanConcurrency() {
    LoadFile one = load(1, 1_000, 10, 5);
    assertThat(SelfChecks.checkStep("step:", one, load(2, 3_100, 10, 5)))
        .singleElement()
        .asString()
        .contains("3.1-fold", "2.0-fold");
    assertThat(SelfChecks.checkStep("step:", one, load(2, 2_050, 10, 5))).isEmpty();
  }

  @Test
  void flagsPartFallingWhileTotalRises() {
    assertThat(SelfChecks.checkStep("step:", load(10, 1000, 10, 4.5), load(20, 1000, 20, 4)))
        .singleElement()
        .asString()
        .contains("the P50 of network falls from 4.5");
  }
}
