package io.streambench.compare.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CliffTest {
  private static final int SEEDS = 200;

  /** Returns the cliff of a curve with ten points and noisy forks. */
  private static Cliff cliff(IntToDoubleFunction curve, double noise, int forks, Random random) {
    return Cliff.of(
        IntStream.range(0, 10)
            .mapToObj(i -> noisySample(curve.applyAsDouble(i), noise, forks, random))
            .toList());
  }

  private static Sample noisySample(double level, double noise, int forks, Random random) {
    return Sample.of(
        IntStream.range(0, forks)
            .mapToDouble(fork -> level * Math.exp(noise * random.nextGaussian()))
            .toArray());
  }

  @net.jqwik.api.Tag("slow")
  @Property(tries = 100)
  void findsStepOfFactorTwo(
      @ForAll @IntRange(min = 1, max = 7) int lastFlatIndex, @ForAll long seed) {
    Cliff cliff = cliff(i -> i <= lastFlatIndex ? 100 : 200, 0.05, 5, new Random(seed));
    assertThat(cliff.lastFlatIndex()).isEqualTo(lastFlatIndex);
    assertThat(cliff.confidence().getAsDouble()).isGreaterThan(0.9);
    assertThat(cliff.isAtLeast(1.5)).isTrue();
  }

  private static double detectionRate(IntToDoubleFunction curve, double noise, int forks) {
    int called = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      called += cliff(curve, noise, forks, new Random(seed)).isAtLeast(1.5) ? 1 : 0;
    }
    return called / (double) SEEDS;
  }

  @Tag("slow")
  @Test
  void slopesOutliersAndNoiseAreNoCliff() {
    for (int forks : new int[] {1, 5}) {
      assertThat(detectionRate(i -> 100 + 100 * i, 0.05, forks)).isLessThanOrEqualTo(0.05);
      assertThat(detectionRate(i -> Math.pow(2, i), 0.05, forks)).isLessThanOrEqualTo(0.05);
      assertThat(detectionRate(i -> i == 0 ? 300 : 100, 0.05, forks)).isLessThanOrEqualTo(0.05);
      assertThat(detectionRate(i -> i == 9 ? 300 : 100, 0.05, forks)).isLessThanOrEqualTo(0.05);
      assertThat(detectionRate(i -> 100, 0.3, forks)).isLessThanOrEqualTo(0.05);
    }
  }
}
