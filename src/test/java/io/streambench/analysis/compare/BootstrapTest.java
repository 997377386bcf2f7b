package io.streambench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class BootstrapTest {
  private final Bootstrap bootstrap = new Bootstrap();

  @Provide
  Arbitrary<List<Double>> scores() {
    return Arbitraries.doubles().between(0.001, 1e6).ofScale(3).list().ofMinSize(2).ofMaxSize(12);
  }

  private static Sample sample(List<Double> scores) {
    return Sample.of(scores.stream().mapToDouble(score -> score).toArray());
  }

  @Property(tries = 100)
  void theIntervalHoldsTheMedianAndLiesWithinTheForks(@ForAll("scores") List<Double> scores) {
    Interval interval = bootstrap.median(sample(scores));
    assertThat(interval.contains(sample(scores).median())).isTrue();
    assertThat(interval.low()).isGreaterThanOrEqualTo(Collections.min(scores));
    assertThat(interval.high()).isLessThanOrEqualTo(Collections.max(scores));
  }

  @Property(tries = 100)
  void swappingTheSidesGivesTheReciprocal(
      @ForAll("scores") List<Double> one, @ForAll("scores") List<Double> other) {
    Interval ratio = bootstrap.ratio(sample(one), sample(other));
    Interval swapped = bootstrap.ratio(sample(other), sample(one));
    assertThat(1 / swapped.high()).isCloseTo(ratio.low(), within(ratio.low() * 1e-9));
    assertThat(1 / swapped.low()).isCloseTo(ratio.high(), within(ratio.high() * 1e-9));
  }

  @Property(tries = 50)
  void theOrderOfTheForksSaysNothing(
      @ForAll("scores") List<Double> one, @ForAll("scores") List<Double> other, @ForAll long seed) {
    List<Double> shuffled = new ArrayList<>(one);
    Collections.shuffle(shuffled, new Random(seed));
    assertThat(bootstrap.ratio(sample(shuffled), sample(other)))
        .isEqualTo(bootstrap.ratio(sample(one), sample(other)));
    assertThat(bootstrap.median(sample(shuffled))).isEqualTo(bootstrap.median(sample(one)));
  }

  @Test
  void theIntervalOfFourForksIsTheirRange() {
    assertThat(bootstrap.median(Sample.of(3, 1, 4, 2))).isEqualTo(new Interval(1, 4));
  }
}
