package io.streambench.analysis.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.study.Published;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SelfChecksTest {
  private static final Latencies FINE = new Latencies(10, 5, 9, 12, 15, 20, 30, 40);

  private static LoadFigures load(Latencies whole, Map<String, Latencies> parts, double success) {
    return new LoadFigures("c=10", 10, 1000, whole, parts, success, 0.5, 0);
  }

  private static Latencies half() {
    return new Latencies(5, 2.5, 4.5, 6, 7.5, 10, 15, 20);
  }

  @Test
  void figuresThatAgreeHaveNoFlag() {
    assertThat(SelfChecks.of(load(FINE, Map.of("transport", half()), 1))).isEmpty();
  }

  @Property
  void littlesLawHoldsWithinFivePercent(
      @ForAll @IntRange(min = 1, max = 1000) int inFlight,
      @ForAll @DoubleRange(min = 0.8, max = 1.2) double off) {
    Latencies same = new Latencies(10, 10, 10, 10, 10, 10, 10, 10);
    LoadFigures load = LoadFigures.of("x", inFlight, inFlight * off * 100, same, 1);
    boolean flagged = !SelfChecks.of(load).isEmpty();
    assertThat(flagged).isEqualTo(Math.abs(load.inFlightByLittle() / inFlight - 1) > 0.05);
  }

  static Stream<Arguments> odd() {
    return Stream.of(
        Arguments.of(
            load(new Latencies(10, 5, 9, 12, 25, 20, 30, 40), Map.of(), 1),
            "end to end: P95 is 25.00 ms, but P99 is lower: 20.00 ms"),
        Arguments.of(
            load(new Latencies(10, 11, 11, 12, 15, 20, 30, 40), Map.of(), 1), "the mean is"),
        Arguments.of(
            load(FINE, Map.of("network", new Latencies(5, 2.5, 4.5, 6, 7.5, 21, 25, 30)), 1),
            "network: P99 is 21.00 ms, more than the end-to-end value of 20.00 ms"),
        Arguments.of(load(FINE, Map.of(), 0.992), "99.200 % of the requests succeeded"),
        Arguments.of(new LoadFigures("x", 10, 1000, FINE, Map.of(), 1, 0.99, 0), "for 99 %"),
        Arguments.of(new LoadFigures("x", 10, 1000, FINE, Map.of(), 1, 0.5, 250), "250 ms behind"));
  }

  @ParameterizedTest
  @MethodSource("odd")
  void figuresThatCannotBeAreFlagged(LoadFigures load, String flag) {
    assertThat(SelfChecks.of(load)).singleElement().asString().contains(flag);
  }

  @Test
  void throughputThatGrowsFasterThanWhatIsInFlightIsFlagged() {
    LoadFigures one = LoadFigures.of("c=1", 1, 1_000, FINE, 1);
    LoadFigures cold = LoadFigures.of("c=2", 2, 3_100, FINE, 1);
    LoadFigures warm = LoadFigures.of("c=2", 2, 2_050, FINE, 1);
    assertThat(SelfChecks.ofSweep(java.util.List.of(one, cold)))
        .containsExactly(
            "from c=1 to c=2 the throughput grows 3.1-fold, but the requests in flight only"
                + " 2.0-fold: the first load was not warm");
    assertThat(SelfChecks.ofSweep(java.util.List.of(one, warm))).isEmpty();
  }

  @Test
  void aPartThatFallsWhileItsWholeRisesIsFlagged() {
    Latencies slower = new Latencies(20, 10, 18, 24, 30, 40, 60, 80);
    Latencies less = new Latencies(4, 2, 4, 5, 6, 7, 8, 9);
    LoadFigures one = load(FINE, Map.of("network", half()), 1);
    LoadFigures other =
        new LoadFigures("c=20", 20, 1000, slower, Map.of("network", less), 1, 0.5, 0);
    assertThat(SelfChecks.ofSweep(java.util.List.of(one, other)))
        .singleElement()
        .asString()
        .contains("from c=10 to c=20 the P50 of network falls from 4.500 to 4.000 ms");
  }

  @Test
  void thePublishedFiguresAt250StreamsContradictLittlesLawAndThoseAt100DoNot() {
    assertThat(SelfChecks.of(Published.loads("max-concurrent-streams").get(0))).isEmpty();
    assertThat(SelfChecks.of(Published.loads("max-concurrent-streams").get(1)))
        .singleElement()
        .asString()
        .contains("249.3 in flight, but 100 were intended");
    assertThat(SelfChecks.of(Published.loads("single-request").get(0))).isEmpty();
  }
}
