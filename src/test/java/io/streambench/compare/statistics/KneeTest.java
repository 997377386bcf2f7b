package io.streambench.compare.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class KneeTest {
  private static final List<Integer> SWEPT = List.of(1, 2, 5, 10, 20, 50, 100, 200);

  /**
   * Returns the throughput of a system that serves a number of requests concurrently and queues the
   * others.
   */
  private static Sample throughput(int servers, int concurrency, Random random) {
    return Sample.of(
        IntStream.range(0, 5)
            .mapToDouble(
                i -> 1000.0 * Math.min(servers, concurrency) * (1 + 0.02 * random.nextGaussian()))
            .toArray());
  }

  @Property(tries = 100)
  void kneeEqualsNumberOfServers(@ForAll @IntRange(min = 0, max = 7) int index, @ForAll long seed) {
    Random random = new Random(seed);
    int servers = SWEPT.get(index);
    Knee knee = Knee.of(SWEPT, SWEPT.stream().map(n -> throughput(servers, n, random)).toList());
    assertThat(knee.index()).isEqualTo(index);
    assertThat(knee.confidence().getAsDouble()).isGreaterThan(0.95);
    assertThat(knee.lowestIndex()).isEqualTo(index);
    assertThat(knee.highestIndex()).isEqualTo(index);
  }

  @Test
  void rangeContainsBothOfTwoSimilarPoints() {
    List<Sample> points =
        List.of(
            Sample.of(1, 1, 1, 1, 1),
            Sample.of(9.7, 9.9, 10, 10.1, 10.3),
            Sample.of(13.7, 14, 14.15, 14.3, 14.6));
    Knee knee = Knee.of(List.of(1, 10, 20), points);
    assertThat(knee.lowestIndex()).isEqualTo(1);
    assertThat(knee.highestIndex()).isEqualTo(2);
    assertThat(knee.confidence().getAsDouble()).isBetween(0.2, 0.9);
  }
}
