package io.streambench.analysis.curve;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.analysis.compare.Sample;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CliffTest {
  private static Sample noisy(double level, Random random) {
    return Sample.of(
        IntStream.range(0, 5)
            .mapToDouble(i -> level * (1 + 0.05 * random.nextGaussian()))
            .toArray());
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
}
