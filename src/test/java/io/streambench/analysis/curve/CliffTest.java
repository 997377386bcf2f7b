package io.streambench.analysis.curve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.streambench.analysis.compare.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CliffTest {
  private static List<Sample> curve(double... scores) {
    return Arrays.stream(scores).mapToObj(Sample::of).toList();
  }

  private static Sample noisy(double level, Random random) {
    return Sample.of(
        IntStream.range(0, 5)
            .mapToDouble(i -> level * (1 + 0.05 * random.nextGaussian()))
            .toArray());
  }

  @Test
  void thePublishedCliffLiesBehind750Subscribers() {
    // Study D, worker pool: the middle of the published ranges, at 1, 5, 10, ... 2000.
    Cliff cliff =
        Cliff.of(
            curve(
                10_500, 10_500, 10_500, 10_500, 10_500, 10_500, 10_500, 10_500, 10_500, 346_000,
                346_000));
    assertThat(cliff.last()).isEqualTo(8);
    assertThat(cliff.ratio()).isCloseTo(32.95, within(0.01));
  }

  @Property(tries = 100)
  void aStepOfAFactorOfTwoIsFoundWhereItIs(
      @ForAll @IntRange(min = 1, max = 7) int last, @ForAll long seed) {
    Random random = new Random(seed);
    List<Sample> points =
        IntStream.range(0, 10).mapToObj(i -> noisy(i <= last ? 100 : 200, random)).toList();
    Cliff cliff = Cliff.of(points);
    assertThat(cliff.last()).isEqualTo(last);
    assertThat(cliff.confidence().getAsDouble()).isGreaterThan(0.9);
    assertThat(cliff.atLeast(1.5)).isTrue();
  }

  @Property(tries = 100)
  void aLevelCurveHasNoStepOfAFactorOfTwo(@ForAll long seed) {
    Random random = new Random(seed);
    List<Sample> points = IntStream.range(0, 10).mapToObj(i -> noisy(100, random)).toList();
    assertThat(Cliff.of(points).atLeast(1.5)).isFalse();
  }

  private static double called(IntToDoubleFunction curve, double noise, int forks) {
    int called = 0;
    for (int seed = 0; seed < 400; seed++) {
      Random random = new Random(seed);
      List<Sample> points =
          IntStream.range(0, 10)
              .mapToObj(
                  i ->
                      Sample.of(
                          IntStream.range(0, forks)
                              .mapToDouble(
                                  f ->
                                      curve.applyAsDouble(i)
                                          * Math.exp(noise * random.nextGaussian()))
                              .toArray()))
              .toList();
      called += Cliff.of(points).atLeast(1.5) ? 1 : 0;
    }
    return called / 400.0;
  }

  @Test
  void aSlopeGrowthInProportionAnOddPointAndNoiseAreNoCliff() {
    for (int forks : new int[] {1, 5}) {
      assertThat(called(i -> 100 + 100 * i, 0.05, forks)).isLessThanOrEqualTo(0.05);
      assertThat(called(i -> Math.pow(2, i), 0.05, forks)).isLessThanOrEqualTo(0.05);
      assertThat(called(i -> i == 0 ? 300 : 100, 0.05, forks)).isLessThanOrEqualTo(0.05);
      assertThat(called(i -> i == 9 ? 300 : 100, 0.05, forks)).isLessThanOrEqualTo(0.05);
      assertThat(called(i -> 100, 0.3, forks)).isLessThanOrEqualTo(0.05);
    }
  }

  @Test
  void aStepDownIsOneToo() {
    Random random = new Random(1);
    List<Sample> points =
        IntStream.range(0, 6).mapToObj(i -> noisy(i < 3 ? 900 : 300, random)).toList();
    Cliff cliff = Cliff.of(points);
    assertThat(cliff.last()).isEqualTo(2);
    assertThat(cliff.ratio()).isCloseTo(1.0 / 3, within(0.03));
    assertThat(cliff.atLeast(2)).isTrue();
  }
}
