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
  private static String always(double millis) {
    return LoadFile.encode(Loads.thousand(1e6 * millis));
  }

  /** A thousand requests of which each takes that long, with a part that takes that much of it. */
  private static LoadFile load(
      int inFlight,
      double perSecond,
      double millis,
      double part,
      long failed,
      double cpu,
      int late) {
    return new LoadFile(
        inFlight,
        1000,
        Map.of("timeout", failed),
        (1000 - failed) / perSecond,
        4,
        1,
        1,
        1,
        cpu,
        always(millis),
        Map.of("network", always(part)),
        0,
        0,
        0,
        late);
  }

  private static LoadFile load(int inFlight, double perSecond, double millis, double part) {
    return load(inFlight, perSecond, millis, part, 0, 0.5, 0);
  }

  @Property
  void littlesLawHoldsWithinFivePercent(
      @ForAll @IntRange(min = 1, max = 1000) int inFlight,
      @ForAll @DoubleRange(min = 0.8, max = 1.2) double off) {
    LoadFile load = load(inFlight, inFlight * off * 100, 10, 5);
    // but for a rate at the bound, which the histogram of latencies rounds
    assertThat(
            Math.abs(Math.abs(off - 1) - 0.05) < 0.002
                || SelfChecks.checkLoad(load).isEmpty() == (Math.abs(off - 1) <= 0.05))
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "8, 0.5, 0, 99.200 % of the requests succeeded",
    "0, 0.99, 0, for 99 %",
    "0, 0.5, 250, 250 ms behind"
  })
  void figuresThatCannotBeAreFlagged(long failed, double cpu, int late, String flag) {
    assertThat(SelfChecks.checkLoad(load(10, 1000, 10, 5, failed, cpu, late)))
        .singleElement()
        .asString()
        .contains(flag);
  }

  @Test
  void aPartThatIsLargerThanItsWholeIsFlagged() {
    assertThat(SelfChecks.checkLoad(load(10, 1000, 10, 11)))
        .anyMatch(flag -> flag.contains("network: P99 is 11") && flag.contains("more than"));
  }

  @Test
  void throughputThatGrowsFasterThanWhatIsInFlightIsFlagged() {
    LoadFile one = load(1, 1_000, 10, 5);
    assertThat(SelfChecks.checkStep("step:", one, load(2, 3_100, 10, 5)))
        .singleElement()
        .asString()
        .contains("3.1-fold", "2.0-fold");
    assertThat(SelfChecks.checkStep("step:", one, load(2, 2_050, 10, 5))).isEmpty();
  }

  @Test
  void aPartThatFallsWhileItsWholeRisesIsFlagged() {
    assertThat(SelfChecks.checkStep("step:", load(10, 1000, 10, 4.5), load(20, 1000, 20, 4)))
        .singleElement()
        .asString()
        .contains("the P50 of network falls from 4.5");
  }
}
